import type { Review } from '@payproof/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { Problem, QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { allDecisions, type Decision, decisionLabel, decisionVerb, StatusBadge } from './labels.tsx'
import { ReviewNotes } from './review-notes.tsx'
import './reviews.css'

const keyOf = (user_id: string) => ['users', user_id, 'review']

export const useReview = (user_id: string) =>
  useQuery({ queryKey: keyOf(user_id), queryFn: ({ signal }) => api.reviews.get(user_id, { signal }) })

function onChanged(user_id: string, review: Review) {
  queries.setQueryData(keyOf(user_id), review)
  void queries.invalidateQueries({ queryKey: ['reviews'] })
}

/** Status, assignee, decision and internal notes of a user. */
export function ReviewPanel({ user_id }: { user_id: string }) {
  const review = useReview(user_id)
  return (
    <section className="panel review-panel" aria-labelledby="review">
      <h2 id="review">Review</h2>
      <QueryState query={review} lines={3}>
        {(found) => (
          <>
            <div className="review-state">
              <StatusBadge status={found.status} decision={found.decision?.decision ?? null} />
              <span className="quiet small">
                since <Time at={found.status_at} />
              </span>
            </div>
            <Assignee review={found} />
            <DecisionPart review={found} />
            <ReviewNotes user_id={user_id} count={found.note_count} />
          </>
        )}
      </QueryState>
    </section>
  )
}

function Assignee({ review: { user_id, assignee, assignable } }: { review: Review }) {
  const me = useMember()
  const assigning = useMutation({
    mutationFn: (assignee_id: string | null) => api.reviews.update(user_id, { assignee_id }),
    onSuccess(changed) {
      onChanged(user_id, changed)
      showToast(changed.assignee ? `Assigned to ${changed.assignee.name}` : 'No longer assigned')
    },
  })
  const isKnown = !assignee || assignable.some(({ member_id }) => member_id === assignee.member_id)
  const options = [...assignable, ...(isKnown || !assignee ? [] : [assignee])]
  return (
    <div className="review-assignee">
      <SelectField
        label="Assignee"
        value={assignee?.member_id ?? ''}
        disabled={assigning.isPending}
        onChange={({ target }) => assigning.mutate(target.value || null)}
        options={[
          { value: '', label: 'No one' },
          ...options.map(({ member_id, name }) => ({ value: member_id, label: name })),
        ]}
      />
      {assignee?.member_id !== me.id && (
        <Button kind="secondary" busy={assigning.isPending} onClick={() => assigning.mutate(me.id)}>
          Assign to me
        </Button>
      )}
      {assigning.error && <Problem error={assigning.error} />}
    </div>
  )
}

function DecisionPart({ review }: { review: Review }) {
  const { user_id, decision } = review
  const [choosing, setChoosing] = useState<Decision>()
  const reopening = useMutation({
    mutationFn: () => api.reviews.update(user_id, { status: 'in_review' }),
    onSuccess: (changed) => onChanged(user_id, changed),
  })
  return (
    <>
      {decision ? (
        <div className="review-decision">
          <p>
            <strong>{decisionLabel(decision.decision)}</strong>{' '}
            <span className="quiet small">
              <Time at={decision.decided_at} />
              {decision.decided_by.name ? `, ${decision.decided_by.name}` : ', by API'}
            </span>
          </p>
          <p className="note-text">{decision.reason}</p>
          <Button kind="quiet" busy={reopening.isPending} onClick={() => reopening.mutate()}>
            Open again
          </Button>
        </div>
      ) : (
        <div className="actions">
          {allDecisions.map((each) => (
            <Button
              key={each}
              kind={each === 'approve' ? 'primary' : 'secondary'}
              onClick={() => setChoosing(each)}
            >
              {decisionVerb(each)}
            </Button>
          ))}
        </div>
      )}
      {reopening.error && <Problem error={reopening.error} />}
      {choosing && (
        <DecideDialog user_id={user_id} decision={choosing} onClose={() => setChoosing(undefined)} />
      )}
    </>
  )
}

type DecideProps = { user_id: string; decision: Decision; onClose: () => void }

const DecideDialog = ({ user_id, decision, onClose }: DecideProps) => (
  <Dialog title={`${decisionVerb(decision)}: why?`} onClose={onClose}>
    <p className="quiet">
      Your team and the audit log see who decided. Webhooks get the decision, not the reason.
    </p>
    <Form
      submit={decisionVerb(decision)}
      send={({ reason = '' }) => api.reviews.decide(user_id, { decision, reason })}
      onDone={(changed) => {
        onChanged(user_id, changed)
        showToast(decisionLabel(decision))
        onClose()
      }}
      onCancel={onClose}
    >
      {(errorOf) => (
        <TextField
          label="Reason"
          name="reason"
          rows={3}
          maxLength={2000}
          required
          error={errorOf('reason')}
        />
      )}
    </Form>
  </Dialog>
)
