#!/bin/sh
# Creates deploy/secrets for compose.yaml: random passwords, and your two addresses.
#   sh deploy/make-secrets.sh https://payproof.example smtps://user:password@mail.example:465
# Existing files are kept, so it can be run again.
set -eu
if [ $# -ne 2 ]; then
  echo "usage: sh $0 BASE_URL SMTP_URL" >&2
  exit 2
fi
# Other users cannot enter the folder. Its files are world-readable, because Docker mounts them for unprivileged processes.
umask 077
folder=$(dirname "$0")/secrets
mkdir -p "$folder/keys"
chmod 777 "$folder/keys"

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
keep() {
  [ -e "$folder/$1" ] && return
  printf '%s\n' "$2" >"$folder/$1"
  chmod 444 "$folder/$1"
}

keep postgres-password "$(random)"
keep owner-password "$(random)"
keep login-password "$(random)"
keep migration-database-url "postgres://payproof_owner:$(cat "$folder/owner-password")@postgres:5432/payproof"
keep database-url "postgres://payproof_login:$(cat "$folder/login-password")@postgres:5432/payproof"
keep nats-password "$(random)"
keep nats.conf "authorization { user: payproof, password: \"$(cat "$folder/nats-password")\" }"
keep nats-url "nats://payproof:$(cat "$folder/nats-password")@nats:4222"
keep s3-access-key "$(random)"
keep s3-secret-key "$(random)"
keep s3.env "AWS_ACCESS_KEY_ID=$(cat "$folder/s3-access-key")
AWS_SECRET_ACCESS_KEY=$(cat "$folder/s3-secret-key")"
keep metrics-token "$(random)"
keep smtp-url "$2"
# Empty unless you send text messages: docs/operations/install.md.
keep sms-gateway-token ''
# The providers that people can connect: docs/operations.md, Providers.
keep catalogue.json '{ "providers": [], "parent_provider_meta": [], "employers": [] }'
keep settings.env "BASE_URL=$1"
echo "$folder is ready"
