import {
  messageRules,
  type RiskSeverity,
  type RuleWords,
  riskRules,
  simulationRules,
} from '@covault/protocol'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageTitle } from '../../hooks/scope.js'
import { PageHead } from '../../ui/PageHead.js'
import { Tag } from '../../ui/Tag.js'
import classes from './RulesScreen.module.css'

type ShownRule = {
  id: string
  severities: readonly RiskSeverity[]
  words: RuleWords
}

const withIds = (rules: Record<string, Omit<ShownRule, 'id'>>): ShownRule[] =>
  Object.entries(rules).map(([id, rule]) => ({ id, ...rule }))

/** A review counts the rules for its kind alone; here are all of them. */
const messages = withIds(messageRules)
const simulations = withIds(simulationRules)
const rules: readonly ShownRule[] = [...riskRules, ...simulations, ...messages]

const severityWords = {
  info: 'Info',
  warning: 'Warning',
  danger: 'Danger',
  block: 'Blocked',
} as const

/** What every finding means, one after another; a link leads to each. */
export function RulesScreen() {
  usePageTitle('What the findings mean')
  const { id } = useSearch({ strict: false })
  useEffect(() => {
    if (!id) return
    const rule = document.getElementById(`rule-${id}`)
    rule?.scrollIntoView()
    rule?.focus({ preventScroll: true })
  }, [id])
  return (
    <>
      <PageHead title="What the findings mean">
        {rules.length} rules, applied in this browser: {riskRules.length} to
        every transaction, {messages.length} to messages, {simulations.length}{' '}
        to what a simulation shows
      </PageHead>
      <p className={classes.lead}>
        The rules look at the data to be signed and at what the chain reports
        about the addresses in it, and compare them with your address book. The
        gateway’s information can add a finding, but never remove one.
      </p>
      <ol className={classes.rules}>
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} isAsked={rule.id === id} />
        ))}
      </ol>
    </>
  )
}

function Rule({ rule, isAsked }: { rule: ShownRule; isAsked: boolean }) {
  const { id, severities, words } = rule
  const { title, when, why, remedy } = words
  return (
    <li
      id={`rule-${id}`}
      className={classes.rule}
      tabIndex={-1}
      data-asked={isAsked || undefined}
    >
      <h2 className={classes.title}>
        {title}{' '}
        {severities.map((severity) => (
          <Tag key={severity}>{severityWords[severity]}</Tag>
        ))}
      </h2>
      <dl className={classes.words}>
        <dt>When</dt>
        <dd>{when}</dd>
        <dt>Why</dt>
        <dd>{why}</dd>
        <dt>What to do</dt>
        <dd>{remedy}</dd>
      </dl>
    </li>
  )
}
