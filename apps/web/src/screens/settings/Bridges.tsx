import type { Bridge } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatShortDay, formatTime } from '../../lib/formatTime.js'
import { bridgesQuery } from '../../queries/bridges.js'
import { gatewaySays } from '../../trust/provenance.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { readHost } from '../../words/bridges.js'
import { SettingRow } from './SettingRow.js'
import settings from './SettingsScreen.module.css'

/** Other services whose queue is kept the same as ours; most safes have none. */
export function Bridges({ place: { chain, address } }: { place: SafePlace }) {
  const { chainId } = chain
  const { data = [] } = useQuery(bridgesQuery({ chainId, address }))
  if (data.length === 0) return null
  return (
    <Section
      className={settings.section}
      title="Other services"
      note="share this queue"
      end={<ProvenanceMark of={gatewaySays} />}
    >
      {data.map((bridge) => (
        <Service key={bridge.url} bridge={bridge} />
      ))}
    </Section>
  )
}

function Service({ bridge }: { bridge: Bridge }) {
  const { url, reason, timestamp, unsettled } = bridge
  return (
    <>
      <SettingRow
        title={readHost(url)}
        note={
          timestamp === null
            ? 'Not compared yet.'
            : `Last compared on ${formatShortDay(timestamp)} at ${formatTime(timestamp)}. Transactions, messages and signatures appear on both sides.`
        }
      >
        <Status kind={reason === null ? 'ok' : 'warn'} isSentence>
          {reason === null ? 'In step' : toForeignText(reason, 300)}
        </Status>
      </SettingRow>
      {unsettled.map((entry) => (
        <Difference key={`${entry.hash} ${entry.reason}`} {...entry} />
      ))}
    </>
  )
}

function Difference({ hash, nonce, reason }: Bridge['unsettled'][number]) {
  const name = nonce === null ? 'Message' : `Transaction at nonce ${nonce}`
  return (
    <SettingRow title={name} note={toForeignText(reason, 600)}>
      <span className={settings.mono} title={hash}>
        {formatAddress(hash, { digits: 4 })}
      </span>
    </SettingRow>
  )
}
