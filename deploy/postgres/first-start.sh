#!/bin/bash
# Run by the PostgreSQL image on empty data: creates the database, its owner, and the three roles that migration 0001 would
# create without passwords. The login role owns nothing and has no privileges of its own.
set -euo pipefail
psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner_password="$(cat /run/secrets/owner-password)" \
  --set login_password="$(cat /run/secrets/login-password)" <<'SQL'
create role payproof_owner login password :'owner_password';
create role payproof_tenant nologin;
create role payproof_system nologin;
create role payproof_login login noinherit password :'login_password';
grant payproof_tenant, payproof_system to payproof_login;
create database payproof owner payproof_owner;
SQL
