# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
check_PROGRAMS += %D%/sample
tests_programs_sample_LDADD = $(program_ldadd)
check_programs += %D%/check_frame_list %D%/check_quantity
check_programs += %D%/check_scene_kinds
tests_programs_check_quantity_LDADD = src/programs/libprogram.la $(LDADD)
tests_programs_check_frame_list_LDADD = src/programs/libprogram.la $(LDADD)
check_scripts += %D%/shell.sh
check_scripts += %D%/statuses.sh
check_scripts += %D%/memory.sh
check_scripts += %D%/commands.sh
check_scripts += %D%/completion.sh
check_scripts += %D%/manuals.sh
check_scripts += %D%/chain.sh
check_scripts += %D%/contact.sh
check_scripts += %D%/eliminate.sh
check_scripts += %D%/ik.sh
check_scripts += %D%/inverse.sh
check_scripts += %D%/joints.sh
check_scripts += %D%/lcp.sh
check_scripts += %D%/mechanisms.sh
check_scripts += %D%/pantin.sh
check_scripts += %D%/pictures.sh
check_scripts += %D%/replay.sh
check_scripts += %D%/tune.sh
check_scripts += %D%/tune_mpi.sh
EXTRA_DIST += %D%/chain_cases.txt %D%/joints_cases.txt
