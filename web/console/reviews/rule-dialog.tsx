import type { ReviewRule } from '@payproof/sdk'
import { useState } from 'react'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Form } from '../form.tsx'
import { allFindingCodes, findingLabel } from './labels.tsx'
import {
  allRuleKinds,
  outcomeOptions,
  type ReviewRuleKind,
  ruleKinds,
  severityOptions,
} from './rule-labels.tsx'

type Props = {
  /** The rule to change; a new one without it. */
  rule?: ReviewRule | undefined
  save: (rule: ReviewRule) => Promise<unknown>
  onClose: () => void
}

const codePrefix = 'code '

/** Turns the fields of the form into a rule. Fields that its kind does not use are left empty. */
export function ruleIn(kind: ReviewRuleKind, fields: Record<string, string>): ReviewRule {
  const codes = allFindingCodes.filter((code) => fields[codePrefix + code] === 'on')
  return {
    name: fields.name ?? '',
    kind,
    limit: ruleKinds[kind].limit ? (fields.limit ?? '').replaceAll(/[£,%\s]/g, '') : null,
    severity: kind === 'no_finding_of_severity' ? (fields.severity as ReviewRule['severity']) : null,
    finding_codes: kind === 'no_finding_of_code' ? codes : [],
    outcome: fields.outcome as ReviewRule['outcome'],
  }
}

export function RuleDialog({ rule, save, onClose }: Props) {
  const [kind, setKind] = useState<ReviewRuleKind>(rule?.kind ?? 'min_months_covered')
  const limitLabel = ruleKinds[kind].limit
  return (
    <Dialog title={rule ? 'Change this rule' : 'Add a rule'} onClose={onClose}>
      <Form submit="Save" send={(fields) => save(ruleIn(kind, fields))} onDone={onClose} onCancel={onClose}>
        {() => (
          <>
            <Field
              label="Name"
              name="name"
              maxLength={80}
              autoComplete="off"
              hint="Your team reads it beside the result."
              defaultValue={rule?.name ?? ''}
            />
            <SelectField
              label="What to check"
              name="kind"
              value={kind}
              onChange={({ target }) => setKind(target.value as ReviewRuleKind)}
              options={allRuleKinds.map((value) => ({ value, label: ruleKinds[value].label }))}
            />
            {limitLabel && (
              <Field
                key={kind}
                label={limitLabel}
                name="limit"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={rule?.kind === kind ? (rule.limit ?? '') : ''}
              />
            )}
            {kind === 'no_finding_of_severity' && (
              <SelectField
                label="Findings that break the rule"
                name="severity"
                defaultValue={rule?.severity ?? 'high'}
                options={severityOptions}
              />
            )}
            {kind === 'no_finding_of_code' && <FindingChecks chosen={rule?.finding_codes ?? []} />}
            <SelectField
              label="If it is not met"
              name="outcome"
              hint="This is advice. Your team decides."
              defaultValue={rule?.outcome ?? 'refer'}
              options={outcomeOptions}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const FindingChecks = ({ chosen }: { chosen: readonly string[] }) => (
  <fieldset className="rule-codes">
    <legend>Findings that break the rule</legend>
    <div>
      {allFindingCodes.map((code) => (
        <Check
          key={code}
          label={findingLabel(code)}
          name={codePrefix + code}
          defaultChecked={chosen.includes(code)}
        />
      ))}
    </div>
  </fieldset>
)
