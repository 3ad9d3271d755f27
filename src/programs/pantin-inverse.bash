# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-inverse for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_inverse() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --time | --dt) return ;;
  --csv | --plot | --motion | --drive) ;;
  *)
    case $word in
    -*) words='--time --dt --motion --drive --hold --json --csv --plot --list --quiet --help
      --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_inverse pantin-inverse
