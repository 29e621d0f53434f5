#!/bin/bash
# Run by the image of PostgreSQL on empty data: the database, its owner, and the three roles that migration 0001 would make
# without passwords. The login role owns nothing and may read nothing by itself.
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
