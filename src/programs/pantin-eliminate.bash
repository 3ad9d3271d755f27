# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-eliminate for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_eliminate() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --order) words='degree leaves given random root' ;;
  --solver)
    words='auto sparse kkt aba schur schur-cg dense cg gauss-seidel sor'
    ;;
  --grow) return ;;
  --csv | --plot) ;;
  *)
    case $word in
    -*) words='--order --solver --orders --grow --json --csv --plot --list
      --quiet --help --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_eliminate pantin-eliminate
