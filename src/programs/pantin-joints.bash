# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pantin-joints for bash.

# _pantin_scenes COMMAND: the names that it lists.
_pantin_scenes() { "$1" --list 2>/dev/null | awk '{ print $1 }'; }

_pantin_joints() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  case $before in
  --integrator) words='euler semi-implicit-euler leapfrog rk2 rk4 ab4 rkf45
    rkck rk8pd msadams' ;;
  --solver) words='auto sparse kkt aba schur schur-cg dense cg gauss-seidel sor' ;;
  --correction) words='none newton velocity both tree baumgarte penalty' ;;
  --dt | --time | --tolerance | --every | --ks | --kd | --stiffness | --damping)
    return ;;
  --csv | --plot | --dump | --impacts) ;;
  *)
    case $word in
    -*) words='--integrator --dt --time --solver --correction --ks --kd
      --stiffness --damping --tolerance
      --assemble --every --impacts --convergence --compare --check --dump --json --csv
      --plot --list --quiet --help --version' ;;
    *) words=$(_pantin_scenes "$1") ;;
    esac
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _pantin_joints pantin-joints
