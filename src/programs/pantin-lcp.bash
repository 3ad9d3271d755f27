# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-lcp for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_lcp() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --solver)
    words='all naive jacobi pgs psor pcg ppcg mprgp nncg apgd pgs-sm renouf
      renouf-ssor face lemke bpp enumerate'
    ;;
  --iterations | --tolerance | --omega | --damping | --frame) return ;;
  --csv | --plot | --fclib) ;;
  *)
    case $word in
    -*) words='--solver --iterations --tolerance --omega --damping
      --assembled --frame --fclib --json --csv --plot --list --quiet --help --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_lcp pantin-lcp
