import { runSql } from '../../server/test/open-test-api.ts'

/**
 * Creates the proof's own tables, with row-level security like all others. They have no unique constraints, so that
 * duplicates are visible.
 */
export async function makeTables(url: string) {
  await runSql(
    url,
    `create table proof_requests (
       client_id uuid not null default current_client_id(), number integer not null, task_id uuid not null);
     create index on proof_requests (number);
     create table proof_effects (
       client_id uuid not null default current_client_id(), number integer not null, step text not null,
       task_id uuid not null, pid integer not null, at timestamptz not null default clock_timestamp());
     call make_tenant_table('proof_requests');
     call make_tenant_table('proof_effects')`,
  )
}
