import {
  type MessageRiskId,
  type RiskId,
  riskSeverities,
  type SimulationRiskId,
} from '@covault/protocol'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageTitle } from '../../hooks/scope.js'
import { PageHead } from '../../ui/PageHead.js'
import { Tag } from '../../ui/Tag.js'
import classes from './RulesScreen.module.css'
import { type RuleWords, ruleWords } from './ruleWords.js'

type Id = RiskId | SimulationRiskId | MessageRiskId

/** How grave those are that are not rules about calls. */
const simulationSeverities = {
  'unexplained-storage-change': ['block'],
} as const satisfies Record<SimulationRiskId, unknown>

const messageSeverities = {
  'message-safe-transaction': ['danger'],
  'message-safe-message': ['danger'],
  'message-permit': ['danger'],
  'message-transfer': ['danger'],
} as const satisfies Record<MessageRiskId, unknown>

/** A review counts the rules for its kind alone; here are all of them. */
const counts = {
  transactions: Object.keys(riskSeverities).length,
  messages: Object.keys(messageSeverities).length,
  simulations: Object.keys(simulationSeverities).length,
}

const severityWords = {
  info: 'For information',
  warning: 'Warning',
  danger: 'Danger, to be ticked',
  block: 'Stop, to be typed',
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
  const entries = Object.entries(ruleWords) as [Id, RuleWords][]
  return (
    <>
      <PageHead title="What the findings mean">
        {entries.length} rules, applied in this browser: {counts.transactions}{' '}
        to every transaction, {counts.messages} to messages,{' '}
        {counts.simulations} to what a simulation shows
      </PageHead>
      <p className={classes.lead}>
        The rules read the bytes that would be signed, what the chain says of
        their targets, and your own address book. No server has a say in them:
        what a gateway tells can make a rule speak, and makes nobody known.
      </p>
      <ol className={classes.rules}>
        {entries.map(([name, words]) => (
          <Rule key={name} id={name} words={words} isAsked={name === id} />
        ))}
      </ol>
    </>
  )
}

function Rule({
  id,
  words: { title, when, why, remedy },
  isAsked,
}: {
  id: Id
  words: RuleWords
  isAsked: boolean
}) {
  const severities = {
    ...riskSeverities,
    ...simulationSeverities,
    ...messageSeverities,
  }[id]
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
