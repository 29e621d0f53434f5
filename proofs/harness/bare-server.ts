import { fastify } from 'fastify'
import pg from 'pg'

// The baseline of api-overhead: Fastify, pg and the same SQL, with the client id set once per connection. It has no
// authentication, tenant scope, validation, decryption, log or metrics.
const [url = '', connections = '10', clientId = ''] = process.argv.slice(2)
const pool = new pg.Pool({
  connectionString: url,
  max: Number(connections),
  options: `-c app.client_id=${clientId}`,
})
const server = fastify()

const readOne = {
  name: 'read-one',
  text: `select users.*, user_keys.wrapped, user_keys.client_key_version
    from users join user_keys on user_keys.client_id = users.client_id and user_keys.user_id = users.id
    where users.client_id = current_client_id() and users.id = $1`,
}
const readPage = {
  name: 'read-page',
  text: `select page.*, seek.total from seek_page('users', $1) seek left join lateral (
      select users.*, user_keys.wrapped, user_keys.client_key_version
        from users join user_keys on user_keys.client_id = users.client_id and user_keys.user_id = users.id
        where users.client_id = current_client_id() and users.position <= seek.from_position
        order by users.position desc offset seek.rest limit $2) page on true`,
}
const appendAudit = {
  name: 'append-audit',
  text: `select audit_append('api_key', 'bare', 'bare', array[$1], array[$2::uuid])`,
}

const toReply = ({ id, created_at, sealed, payroll_period_months }: Record<string, unknown>) => ({
  user_id: id,
  created_at,
  sealed: (sealed as Buffer).toString('base64'),
  payroll_period_months,
})

for (const withAudit of [true, false]) {
  const prefix = withAudit ? '' : '/silent'
  server.get<{ Params: { id: string } }>(`${prefix}/users/:id`, async ({ params: { id } }) => {
    const { rows } = await pool.query({ ...readOne, values: [id] })
    if (withAudit) await pool.query({ ...appendAudit, values: ['user.read', id] })
    return toReply(rows[0])
  })
  server.get<{ Querystring: { limit: string } }>(`${prefix}/users`, async ({ query: { limit } }) => {
    const { rows } = await pool.query({ ...readPage, values: [0, Number(limit)] })
    if (withAudit) await pool.query({ ...appendAudit, values: ['user.listed', null] })
    return {
      pagination: { offset: 1, limit: Number(limit), count: rows.length, total_count: Number(rows[0].total) },
      users: rows.map(toReply),
    }
  })
}

process.on('SIGTERM', () => process.exit(0))
const address = await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ listening: address })
