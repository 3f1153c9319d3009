#!/bin/bash
# A Slurm of three nodes on loopback for tests: munged, slurmctld and three slurmd, with all files in one folder.
#
#   cluster.sh up FOLDER PID         starts it; use FOLDER/slurm.conf as SLURM_CONF. Ends with process PID at the latest
#   cluster.sh fail FOLDER NODE      the node loses power: its slurmd, its job steps and its jobs are killed
#   cluster.sh start FOLDER NODE     the node runs again
#   cluster.sh down FOLDER           ends every daemon that `up` started; FOLDER stays
#
# As root, munged and slurmctld run as the users from Debian's packages, else all of it runs as you.
set -Eeuo pipefail

command=$1 folder=$2 node=${3:-} pid=${3:-}
export SLURM_CONF=$folder/slurm.conf
daemons=(munged slurmctld slurmd)

require_programs() {
  local program
  for program in munged slurmctld slurmd sbatch squeue scancel; do
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null && continue
    printf '%s is missing; install slurmctld slurmd slurm-client munge\n' "$program" >&2
    exit 3
  done
}

as() { # USER COMMAND...
  if ((EUID == 0)); then setpriv --reuid "$1" --regid "$1" --clear-groups "${@:2}"; else "${@:2}"; fi
}

# Five consecutive ports that are free.
free_ports() {
  local first port busy
  for _ in {1..200}; do
    first=$((20000 + RANDOM % 10000)) busy=no
    for port in $(seq "$first" $((first + 4))); do
      ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || busy=yes
    done
    [[ $busy == yes ]] || { printf '%d\n' "$first"; return; }
  done
  return 1
}

# NoInAddrAny: otherwise Slurm would listen on every interface of the machine. Its daemons then listen at the address of
# the machine's name, which Debian's installer sets to 127.0.1.1. cred_expire: the time before a job of a failed node
# may start again.
write_configuration() {
  local first host address
  first=$(free_ports)
  host=$(hostname -s)
  address=$(getent ahostsv4 "$host" | awk '{ print $1; exit }') || true # a name that leads nowhere
  address=${address:-127.0.0.1}
  cat >"$SLURM_CONF" <<CONF
ClusterName=gridmark
SlurmctldHost=$host($address)
SlurmctldPort=$first
SlurmUser=$1
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket,cred_expire=5
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool/%n
SlurmctldPidFile=$folder/state/slurmctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmctldLogFile=$folder/state/slurmctld.log
SlurmdLogFile=$folder/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SlurmctldTimeout=10
SlurmdTimeout=4
MessageTimeout=4
KillWait=1
MinJobAge=5
ReturnToService=2
JobRequeue=1
MaxArraySize=101
SchedulerParameters=batch_sched_delay=1,sched_interval=1,bf_interval=1
NodeName=node[1-3] NodeHostname=$host NodeAddr=$address Port=[$((first + 1))-$((first + 3))] CPUs=2 State=UNKNOWN
PartitionName=grade Nodes=node[1-3] Default=YES MaxTime=00:10:00 State=UP
CONF
}

start_munge() {
  mkdir "$folder/munge"
  (umask 077 && head -c 1024 /dev/urandom >"$folder/munge/key")
  chmod 755 "$folder/munge"
  ((EUID != 0)) || chown -R munge:munge "$folder/munge"
  as munge /usr/sbin/munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munge/munged.pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
}

start_node() {
  mkdir -p "$folder/spool/$1"
  PATH=$PATH:/usr/sbin slurmd -N "$1"
}

# A killed test cannot stop the daemons itself.
guard() {
  while kill -0 "$pid" 2>/dev/null; do
    [[ -e $SLURM_CONF ]] || return 0
    sleep 0.5
  done
  down
}

wait_until_idle() {
  local end=$((SECONDS + 20))
  until [[ $(timeout 4 sinfo -h -o %T 2>/dev/null | sort -u) == idle ]]; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# The daemons write the reason for their end only to their logs.
tell_logs() {
  printf 'the cluster did not come up:\n' >&2
  tail -n 5 "$folder"/munge/log "$folder"/state/slurmctld.log "$folder"/slurmd.*.log >&2 || true
}

up() {
  require_programs
  trap tell_logs ERR
  local user=slurm
  ((EUID == 0)) || user=$(id -un)
  mkdir -p "$folder/state" "$folder/spool"
  chmod 755 "$folder"
  write_configuration "$user"
  ((EUID != 0)) || chown slurm:slurm "$folder/state"
  setsid "${BASH_SOURCE[0]}" guard "$folder" "$pid" </dev/null >/dev/null 2>&1 &
  start_munge
  as "$user" env PATH="$PATH:/usr/sbin" slurmctld -c
  for node in node1 node2 node3; do start_node "$node"; done
  wait_until_idle
}

# By its id, if that is still one of the daemons.
end_daemon() { # PID-FILE SIGNAL
  local pid
  pid=$(cat "$1" 2>/dev/null) || return 0
  [[ " ${daemons[*]} " == *" $(cat "/proc/$pid/comm" 2>/dev/null) "* ]] || return 0
  kill "-$2" "$pid" 2>/dev/null || true
}

# Processes with the variables of a job of this cluster on this node.
kill_jobs_on() {
  local files file
  mapfile -t files < <(grep -lszxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ)
  ((${#files[@]})) || return 0
  for file in $(grep -lszxF "SLURMD_NODENAME=$1" "${files[@]}"); do
    file=${file#/proc/}
    kill -KILL "${file%/environ}" 2>/dev/null || true
  done
}

# A step's manager has the variables of its slurmd, so its open log identifies it.
kill_steps_on() {
  local link pid
  for link in $(find /proc/[0-9]*/fd -lname "$folder/slurmd.$1.log" 2>/dev/null); do
    pid=${link#/proc/} pid=${pid%%/*}
    [[ $(cat "/proc/$pid/comm" 2>/dev/null) == slurmstepd ]] || continue
    kill -KILL "$pid" 2>/dev/null || true
  done
}

fail_node() {
  end_daemon "$folder/slurmd.$node.pid" KILL
  kill_steps_on "$node"
  kill_jobs_on "$node"
}

down() {
  local file i
  local files=("$folder"/slurmd.*.pid "$folder/state/slurmctld.pid" "$folder/munge/munged.pid")
  timeout 4 scancel -u "$(id -un)" 2>/dev/null || true
  for node in node1 node2 node3; do
    kill_jobs_on "$node"
    kill_steps_on "$node"
  done
  for file in "${files[@]}"; do end_daemon "$file" TERM; done
  for i in {1..30}; do
    local left=no
    for file in "${files[@]}"; do [[ ! -e $file ]] || left=yes; done
    [[ $left == yes ]] || break
    sleep 0.1
  done
  for file in "${files[@]}"; do end_daemon "$file" KILL; done
  rm -f "$SLURM_CONF"
}

case $command in
  up) up ;;
  fail) fail_node ;;
  start) start_node "$node" ;;
  guard) guard ;;
  down) down ;;
esac
