# SPDX-License-Identifier: GPL-3.0-or-later
check_scripts += %D%/module.sh
