# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-tune for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_tune() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --method | --compare) words='cmaes scan grid quick' ;;
  --figure)
    words='overview alpha kappa sweeps error condition history landscape cmaes'
    ;;
  --norm) words='1 2 inf' ;;
  --x) words='frame rows b sweeps cond range' ;;
  --frames | --threads | --sweeps | --error | --change | --weight-sweeps | \
    --weight-kappa | --weight-error | --alpha-low | --alpha-high | \
    --order-low | --order-high | --scan-step | --scan-valleys | \
    --grid-alphas | --grid-orders | --population | --evaluations | \
    --restarts | --seed | --fit-stride | --parents | --start-alpha | \
    --start-order | --sigma-alpha | --sigma-order | --tol-x | --tol-fun | \
    --tol-hist-fun) return ;;
  --csv | --plot | --output | -o | --record | --fit) ;;
  *)
    case $word in
    -*) words='--method --output --resume --frames --record --threads --sweeps
      --error --change --coupled --weight-sweeps --weight-kappa --weight-error
      --alpha-low --alpha-high --order-low --order-high --scan-step
      --scan-valleys --grid-alphas --grid-orders --population --evaluations
      --restarts --seed --parents --start-alpha --start-order --sigma-alpha
      --sigma-order --tol-x --tol-fun --tol-hist-fun --norm --each --x
      --no-condition --report --compare --rule --fit
      --fit-stride --no-seconds --figure --json --csv --plot --list --quiet --help --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_tune pantin-tune
