import pg from 'pg'
import { claimed, timer, urgent } from './kinds.ts'

const chunk = 100_000

type SleeperOptions = {
  databaseUrl: string
  clientId: string
  /** Numbers of the first and the last task to insert. */
  from: number
  to: number
  /** Every n-th sleeper is a timer due at this time; the others are due in 1 to 90 days. */
  moment?: { at: Date; every: number }
}

/**
 * Inserts scheduled tasks in bulk. Ten million through the engine would take an hour and prove nothing more. Their
 * ids are in the order of scheduling, which is unrelated to their due times.
 */
export async function seedSleepers({ databaseUrl, clientId, from, to, moment }: SleeperOptions) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let first = from; first <= to; first += chunk) {
      const last = Math.min(to, first + chunk - 1)
      await client.query(inserting, [
        clientId,
        first,
        last,
        moment?.at ?? null,
        moment?.every ?? 1,
        timer.lane,
        timer.kind,
        urgent.lane,
        urgent.kind,
        claimed.lane,
        claimed.kind,
      ])
    }
  } finally {
    await client.end()
  }
}

// Converts a version 4 UUID to version 7: a timestamp in the first 48 bits, then two bits of the version.
const inserting = `
  insert into tasks (client_id, id, lane, kind, input, due_at, wake_at)
  select $1,
      encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(1760000000000 + number) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid,
      case when is_timer then $6 when number % 4 = 1 then $8 else $10 end,
      case when is_timer then $7 when number % 4 = 1 then $9 else $11 end,
      jsonb_build_object('number', number), at, at
    from (
      select number, has_moment or number % 2 = 0 as is_timer,
          case when has_moment then $4 else now() + interval '1 day' * (1 + 89 * random()) end as at
        from (
          select number, $4::timestamptz is not null and number % $5::int = 0 as has_moment
            from generate_series($2::bigint, $3::bigint) number
        ) numbered
    ) timed`
