# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-contact for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_contact() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --solver)
    words='naive jacobi pgs psor pcg ppcg mprgp nncg apgd pgs-sm renouf
      renouf-ssor face lemke bpp enumerate'
    ;;
  --iterations | --tolerance | --omega | --time | --dt | --margin | \
    --damping | --friction | --frames) return ;;
  --csv | --plot | --record) ;;
  *)
    case $word in
    -*) words='--solver --iterations --tolerance --omega --time --dt
      --margin --damping --friction --coupled --no-position-correction
      --no-anticipation --warm-start --record --frames --json --csv --plot --list --quiet
      --help --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_contact pantin-contact
