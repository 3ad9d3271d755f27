# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-chain for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_chain() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --method) words='unit armijo minimum dual unit,armijo' ;;
  --seek) words='minimum' ;;
  --lambda) words='zeros ones leastsquares' ;;
  --start) words='parabola line arch zigzag random bunched circle' ;;
  --seed | --tolerance | --iterations | --armijo | --at | --dump) return ;;
  --csv | --plot) ;;
  *)
    case $word in
    -*) words='--method --seek --all --lambda --start --seed --tolerance
      --absolute --iterations --armijo --dump --at --json --csv --plot --list --quiet
      --help --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_chain pantin-chain
