#!/bin/sh
# Makes sure that a JDK (17 or newer, with javac) is there. Installs one only as root on Debian and its kin; otherwise
# says how.
set -u
home=${JAVA_HOME:-}
if { [ -n "$home" ] && [ -x "$home/bin/javac" ]; } || command -v javac >/dev/null 2>&1; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "No JDK found: installing openjdk-17-jdk-headless"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jdk-headless >/dev/null && exit 0
fi
echo "A JDK 17 or newer with javac is needed: install one (Debian, Ubuntu: apt install openjdk-17-jdk-headless)," \
    "or set JAVA_HOME." >&2
exit 1
