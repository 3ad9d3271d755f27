# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-ik for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_ik() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --solver) words='auto sparse kkt schur schur-cg dense cg gauss-seidel sor' ;;
  --target | --bound | --tolerance | --iterations | --time | --dt | --spin)
    return ;;
  --csv | --plot | --save | --follow) ;;
  *)
    case $word in
    -*) words='--target --plain --bound --tolerance --iterations --solver
      --time --save --hold --spin --follow --dt --json --csv --plot --list --quiet --help --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_ik pantin-ik
