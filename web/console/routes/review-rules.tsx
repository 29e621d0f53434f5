import type { ReviewRule, ReviewRules } from '@payproof/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable, Problem, QueryState } from '../query-state.tsx'
import { listChanges, withoutRule, withRule } from '../reviews/rule-changes.ts'
import { RuleDialog } from '../reviews/rule-dialog.tsx'
import { OutcomeBadge, ruleKinds } from '../reviews/rule-labels.tsx'
import '../reviews/rules.css'
import { useMember } from '../session.ts'

const route = getRouteApi('/inside/review-rules')
const key = ['review-rules']

/** Rules that most lenders start with. */
const suggested: ReviewRule[] = [
  {
    name: 'Three months of payslips',
    kind: 'min_months_covered',
    limit: '3',
    severity: null,
    finding_codes: [],
    outcome: 'refer',
  },
  {
    name: 'Mostly fixed pay',
    kind: 'max_variable_share',
    limit: '40',
    severity: null,
    finding_codes: [],
    outcome: 'refer',
  },
  {
    name: 'Out of probation',
    kind: 'min_tenure_months',
    limit: '3',
    severity: null,
    finding_codes: [],
    outcome: 'refer',
  },
  {
    name: 'No high risk',
    kind: 'no_finding_of_severity',
    limit: null,
    severity: 'high',
    finding_codes: [],
    outcome: 'refer',
  },
]

/** The dialog edits the rules as they were when it opened: a version saved meanwhile is never overwritten. */
type Edited = { rule?: ReviewRule; base: ReviewRules } | undefined

export function Page() {
  const { may } = useMember()
  const [edited, setEdited] = useState<Edited>()
  const saved = useQuery({ queryKey: key, queryFn: ({ signal }) => api.reviews.getRules({ signal }) })
  return (
    <PageFrame
      title="Review rules"
      lead="What you expect of every applicant. Rules advise your team; they never decide."
      actions={
        may('Admin') &&
        saved.data && <Button onClick={() => setEdited({ base: saved.data })}>Add a rule</Button>
      }
    >
      <QueryState query={saved} lines={6}>
        {(found) => <Rules saved={found} edited={edited} setEdited={setEdited} />}
      </QueryState>
      <Changes />
    </PageFrame>
  )
}

async function replace({ version, rules }: Pick<ReviewRules, 'version' | 'rules'>) {
  const saved = await api.reviews.replaceRules({ version, rules })
  queries.setQueryData(key, saved)
  void queries.invalidateQueries({ queryKey: ['review-rule-changes'] })
  void queries.invalidateQueries({ queryKey: ['users'] })
  void queries.invalidateQueries({ queryKey: ['reviews'] })
  showToast('Rules saved. Users are checked again in the background.')
  return saved
}

type RulesProps = { saved: ReviewRules; edited: Edited; setEdited: (edited: Edited) => void }

function Rules({ saved, edited, setEdited }: RulesProps) {
  const { version, rules } = saved
  const { may } = useMember()
  const replacing = useMutation({ mutationFn: replace })
  const isEditor = may('Admin')
  const columns: TableColumn<ReviewRule>[] = [
    { title: 'Rule', phone: 'lead', cell: ({ name }) => name },
    { title: 'Expected', phone: 'line', cell: (rule) => ruleKinds[rule.kind].describe(rule) },
    { title: 'If not met', phone: 'end', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    ...(isEditor ? [actionColumn()] : []),
  ]
  function actionColumn(): TableColumn<ReviewRule> {
    return {
      title: 'Actions',
      align: 'end',
      phone: 'line',
      quiet: true,
      cell: (rule) => (
        <div className="rule-actions">
          <Button kind="quiet" onClick={() => setEdited({ rule, base: saved })}>
            Change<span className="visually-hidden"> {rule.name}</span>
          </Button>
          <Button
            kind="quiet"
            busy={replacing.isPending}
            onClick={() => replacing.mutate({ version, rules: withoutRule(rules, rule.name) })}
          >
            Remove<span className="visually-hidden"> {rule.name}</span>
          </Button>
        </div>
      ),
    }
  }
  return (
    <>
      <div className="panel panel-close">
        {rules.length === 0 ? (
          <Empty
            title="No rules yet"
            action={
              isEditor && (
                <Button
                  kind="secondary"
                  busy={replacing.isPending}
                  onClick={() => replacing.mutate({ version, rules: suggested })}
                >
                  Use four common rules
                </Button>
              )
            }
          >
            <p>A rule compares a figure of the income summary with your limit.</p>
          </Empty>
        ) : (
          <DataTable caption="Review rules" rows={rules} keyOf={({ name }) => name} columns={columns} />
        )}
      </div>
      {replacing.error && <Problem error={replacing.error} />}
      {edited && (
        <RuleDialog
          rule={edited.rule}
          save={(rule) =>
            replace({
              version: edited.base.version,
              rules: withRule(edited.base.rules, edited.rule?.name, rule),
            })
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** Every change with the old and the new values. */
function Changes() {
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const list = useOffsetList({
    key: ['review-rule-changes'],
    page,
    load: (query, options) => api.reviews.listRuleChanges(query, options).first(),
  })
  if (list.query.data && list.total === 0) return null
  return (
    <section aria-labelledby="rule-changes" className="stack">
      <h2 id="rule-changes">Changes</h2>
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Changes to the rules"
          rowsOf={({ changes }) => changes}
          keyOf={({ version }) => String(version)}
          empty={null}
          columns={[
            { title: 'Version', phone: 'hide', cell: ({ version }) => version },
            {
              title: 'When',
              phone: 'lead',
              cell: ({ changed_at }) => <Time at={changed_at} />,
            },
            { title: 'Changed by', phone: 'end', cell: ({ changed_by }) => changed_by.name ?? 'API key' },
            {
              title: 'Change',
              phone: 'line',
              cell: ({ before, after }) => <ChangeList before={before} after={after} />,
            },
          ]}
        />
      </div>
    </section>
  )
}

function ChangeList({ before, after }: { before: ReviewRule[]; after: ReviewRule[] }) {
  const changes = listChanges(before, after)
  if (changes.length === 0) return 'No difference'
  return (
    <ul className="rule-changes">
      {changes.map(({ label, before: old, after: now }) => (
        <li key={`${label} ${(now ?? old)?.name}`}>
          {label}: {[old, now].flatMap((rule) => (rule ? describe(rule) : [])).join(' → ')}
        </li>
      ))}
    </ul>
  )
}

const describe = (rule: ReviewRule) =>
  `${rule.name} (${ruleKinds[rule.kind].describe(rule)}, otherwise ${rule.outcome === 'refer' ? 'refer' : 'suggest to decline'})`
