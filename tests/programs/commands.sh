#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Command lines as an experienced user types them: pipes, '-', scripts of other
# tools, Ctrl-C. A line whose tool is missing is skipped, with its name.
# shellcheck disable=SC2016  # the lines are expanded where they are run
. "$srcdir/tests/tap.sh"

PATH=$builddir/src/programs:$srcdir/src/programs:$PATH
PANTIN_DATA=$srcdir/data
export PATH PANTIN_DATA
unset NO_COLOR

# has TOOL: a command, a module of python3, or a library of this build.
has() {
  case $1 in
  -) ;;
  pandas) python3 -c 'import pandas' 2>/dev/null ;;
  HDF5 | ODE) built_with "$1" ;;
  *) command -v "$1" >/dev/null ;;
  esac
}
here() { (cd "$scratch" && sh -c "$1"); }

# try HOW TOOLS TEXT LINE: what HOW prints of the line contains TEXT.
try() {
  for tool in $2; do
    has "$tool" || {
      skip "$4" "no $tool"
      return
    }
  done
  prints "$4" "$3" "$1" "$4"
}
framed() { here "$1" 2>&1 | sed 's/.*/[&]/'; }

# typed TOOLS TEXT LINE: the line prints a line with TEXT; all lines share one
# folder.
typed() { try here "$@"; }
# gives TOOLS TEXT LINE: it prints a line that is TEXT.
gives() { try framed "$1" "[$2]" "$3"; }
# quiet LINE: the line prints nothing, not even on stderr.
quiet() { silent "$1" here "$1"; }

# Chains.
typed - 'Converged in' 'pantin-chain 2a'
typed - 'five bars, started below' 'pantin chain --list'
gives jq true "pantin-chain 2c --method minimum --json | jq .solved"
gives jq 5 "pantin-chain - --json <\$PANTIN_DATA/chain/2a.cfg | jq .bars"
typed - 'iteration,' 'cat $PANTIN_DATA/chain/2a.cfg | pantin chain - --csv - | head -1'
gives - '8' 'pantin-chain 2a --csv 2a.csv -q; wc -l <2a.csv'
gives jq 3 'printf "2a\n2b\n2c\n" | xargs -n 1 pantin-chain --json | jq -s length'
typed - '2a.txt 2b.txt' 'printf "2a\n2b\n" | xargs -P 2 -I@ sh -c "pantin-chain @ >@.txt"; echo 2?.txt'
typed - '--seed has no effect without --start random' 'pantin-chain 2a --start line --seed 3 -q'
typed - 'status 2' 'pantin-chain 2a --methd unit; echo status $?'
typed - 'did you mean --method?' 'pantin-chain 2a --methd unit'
typed gnuplot '*' 'pantin-chain 2a --plot 2a.gp -q && gnuplot -e "set term dumb" 2a.gp'
typed - 'status 1' 'pantin-chain nowhere.cfg; echo status $?'
quiet 'pantin-chain 2a --quiet'
quiet 'pantin-chain 2a | head -n 1 >/dev/null'

# Jointed bodies.
typed - 'time [s]' 'pantin-joints puppet --time 1 --csv - | tr , "\n" | head'
gives - '241' 'pantin-joints puppet --time 1 --csv p.csv -q; tail -n +2 p.csv | wc -l'
gives - '1' 'tail -n 1 p.csv | cut -d , -f 1'
gives python3 '0.004166666666666667' \
  'python3 -c "import csv; print(list(csv.reader(open(\"p.csv\")))[2][0])"'
typed pandas '(241,' 'python3 -c "import pandas; print(pandas.read_csv(\"p.csv\").shape)"'
gives octave-cli '241' \
  'octave-cli --quiet --eval "disp(rows(dlmread(\"p.csv\", \",\", 1, 0)))"'
typed gnuplot 'AAA' 'gnuplot -e "set term dumb; set datafile separator comma; plot \"p.csv\" using 1:4 every ::1 with points"'
gives - '0.0125' 'pantin-joints puppet --time 1e6 --csv - | head -n 5 | cut -d , -f 1'
quiet 'pantin-joints puppet --time 1e6 --csv - | head -n 100 >/dev/null'
gives jq 15 'pantin-joints puppet --time 0.1 --json | jq ".final | length"'
gives jq '"puppet"' 'pantin-joints puppet --time 0.1 --json=p.json -q; jq .scene p.json'
gives jq rk4 'pantin-joints --compare --time 0.1 --json | jq -r ".runs[].integrator"'
gives - leapfrog 'pantin-joints --compare --time 0.1 --csv - | grep -o "^[a-z].*" | tr , "\n" | sort -u'
typed - '%%MatrixMarket' 'pantin-joints puppet --dump m -q; head -n 1 m-A.mtx'
gives - 'same' 'for k in 1 2; do pantin-joints four-bar --time 1 --csv $k.csv -q; done; cmp 1.csv 2.csv && echo same'
typed - '.html (a replay' 'pantin-joints pendulum --plot x.jpg'
typed - 'this is a scene for pantin-chain' 'pantin-joints $PANTIN_DATA/chain/2a.cfg'
typed - 'this is a scene for pantin-lcp' 'pantin-contact $PANTIN_DATA/lcp/stack-5.lcp'
typed - "did you mean 'revolute'?" 'sed s/revolute/hinge/ $PANTIN_DATA/joints/four-bar.cfg | pantin-joints -'
typed - 'draws no picture on standard output' 'pantin-joints pendulum --plot -'
typed - 'cannot both stand' 'pantin-joints pendulum --csv - --json'
typed - 'No space left' 'pantin-joints pendulum --time 1 --csv /dev/full'
typed - 'status 1' 'pantin-joints pendulum >/dev/full; echo status $?'
typed - 'standard input' 'pantin-joints - </dev/null'
typed - 'colour 0' 'echo colour $(pantin-joints | tr -dc "\033" | wc -c)'

# Ctrl-C; the commands end by themselves if nothing is noticed.
interrupt='timeout --preserve-status --kill-after 300 --signal' # interrupt.sh has more
typed - 'status 130' "$interrupt INT 3 pantin-joints puppet --time 1e6 --csv c.csv >table; echo status \$?"
gives - '0 1' "awk -F, 'NR == 1 { n = NF } NF != n { bad++ } END { print bad + 0, (NR > 1) }' c.csv"
typed - 'INTERRUPTED' 'cat table'
typed - 'left 0' 'echo left $(find . -name "*.tmp*" | wc -l)'
typed - 'status 143' "$interrupt TERM 1 pantin-contact balls-350 --time 1e4 --csv b.csv >table; echo status \$?"
typed - 'contacts' 'head -n 1 b.csv'
typed - 'status 130' "$interrupt INT 1 pantin-eliminate --grow 100:1000000 >table; echo status \$?"
typed ODE 'status 130' "$interrupt INT 2 pantin-tune wall --frames 1:100 -o t.csv >table; echo status \$?"

# Inverse kinematics and dynamics.
gives jq true 'pantin-ik puppet --json | jq .solved'
typed - 'distance' 'pantin-ik puppet --csv - | head -n 1 | tr , "\n"'
typed jq 'axis-3' 'pantin-inverse arm --json | jq -r ".motors[] | [.joint, .torque_max] | @tsv"'
gives - '502' 'pantin-inverse arm --csv - | wc -l'

# Elimination.
gives - 'degree' 'pantin-eliminate --orders --csv - | sort -t , -k 6 -n | cut -d , -f 1'
gives jq '42' 'pantin eliminate puppet --json | jq .rows'
gives - 'gauss-seidel' 'pantin-eliminate --grow 3:10 --csv - | cut -d , -f 2 | sort -u'

# Contact.
gives jq true 'pantin-contact balls-50 --time 0.3 --record f.lcp -q; pantin-lcp f.lcp --solver pcg --json | jq ".solvers[0].solved"'
typed - 'psor' 'pantin-lcp - --solver psor <f.lcp'
gives - 'g-10.lcp g-15.lcp g-5.lcp' 'pantin-contact balls-50 --time 0.2 --frames 5:15:5 --record g.lcp -q; echo g-*.lcp'
gives - '20' 'pantin-contact balls-50 --time 0.2 --csv - | tail -n +2 | wc -l'
gives jq 'bpp' 'pantin-lcp stack-7 --json | jq -r ".solvers[].solver" | sort'
gives - 'psor,90' 'pantin-lcp stack-7 --csv - | grep ^psor | tail -n 1 | cut -d , -f 1,2'
gives - '3' 'pantin-lcp art-350 --solver jacobi --iterations 1e7 --csv - | head -n 5 | tail -n 1 | cut -d , -f 2'
typed 'HDF5 ODE' 'frame 2 at' 'pantin-contact wall --time 0.05 --record w.h5 -q; pantin-lcp - --frames 2 --solver pgs --iterations 9 <w.h5'
gives 'HDF5 ODE' '2,2496,832' 'pantin-tune - --frames 2 --method quick --no-condition --csv - <w.h5 | tail -n 1 | cut -d , -f 1,3,4'
typed - "needs the name of a file, not '-'" 'pantin-lcp stack-7 --fclib -'
typed - '--omega has no effect' 'pantin-lcp stack-7 --solver pcg --omega 1.2'

# Tuning.
gives ODE '30' 'pantin-tune tripods --frames 10,20:30:10 --no-condition --csv - | cut -d , -f 1'
gives ODE '30' 'pantin-tune tripods --frames 10,20:30:10 --no-condition -o - | cut -d , -f 1'
typed ODE 'status 2' 'pantin-tune --figure alpha; echo status $?'

# The command in front.
typed - 'chain contact eliminate ik inverse joints lcp tune' \
  'pantin --list | cut -d " " -f 1 | xargs'
typed - 'Usage: pantin-joints' 'pantin help joints | head -n 1'
typed - "there is no program 'chian'" 'pantin chian 2a'

# Tables fit 80 columns.
quiet 'for p in "joints puppet --time 0.1" "joints --compare --time 0.1" "inverse four-bar" "ik arm" "eliminate --orders" "chain 2a --all" "lcp art-50 --iterations 9" "contact mixed-sizes --time 0.1"; do pantin $p | awk "length > 80"; done'
gives ODE '0' 'pantin-contact tripods --time 0.1 | awk "length > 80 { n++ } END { print n + 0 }"'
finish
