import { AddressName } from '../../components/AddressName.js'
import { ChainProvenance } from '../../components/ChainProvenance.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { formatNumber } from '../../lib/formatCount.js'
import { SectionHead } from '../../ui/SectionHead.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { TallyStrokes } from '../../ui/Tally.js'
import { AskedOwner } from './AskedOwner.js'
import { Facts } from './Facts.js'
import classes from './SettingsScreen.module.css'

export function SetupPage() {
  return <SafeGate>{(open) => <Setup open={open} />}</SafeGate>
}

function Setup({ open: { chain, safe, block } }: { open: OpenSafe }) {
  if (!safe || block === undefined) return <LoadingSetup />
  const { owners, threshold, nonce, version, singleton, known } = safe
  return (
    <>
      <AskedOwner chain={chain} owners={owners} />
      <section aria-labelledby="owners" className={classes.section}>
        <SectionHead
          id="owners"
          title="Owners and threshold"
          end={<ChainProvenance block={block} />}
        />
        <div className={classes.threshold}>
          <p className={classes.big}>
            {threshold} of {owners.length}
          </p>
          <TallyStrokes count={threshold} of={owners.length} />
          <p>{explain({ threshold, owners: owners.length })}</p>
        </div>
        <ul>
          {owners.map((owner) => (
            <li key={owner} className={classes.owner}>
              <AddressName chain={chain} address={owner} isFull />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="account" className={classes.section}>
        <SectionHead id="account" title="Account" />
        <Facts
          block={block}
          facts={[
            { name: 'Nonce', value: `${formatNumber(nonce)}, next to run` },
            { name: 'Version', value: version },
            {
              name: 'Singleton',
              value: `${singleton}, ${known ? 'known code' : 'code nobody has published'}`,
            },
            { name: 'Network', value: `${chain.name}, chain ${chain.chainId}` },
          ]}
        />
      </section>
    </>
  )
}

function LoadingSetup() {
  return (
    <section aria-labelledby="owners" aria-busy="true">
      <SectionHead id="owners" title="Owners and threshold" />
      <div className={classes.threshold}>
        <SkeletonBar width={120} height={40} />
      </div>
      {[1, 2, 3].map((row) => (
        <div key={row} className={classes.owner}>
          <SkeletonBar width={360} />
        </div>
      ))}
    </section>
  )
}

function explain(facts: { threshold: number; owners: number }): string {
  const { threshold, owners } = facts
  if (owners === 1)
    return 'This one key can move everything. Losing it locks the safe for good.'
  if (threshold === owners)
    return 'All of these keys are needed for everything. Losing a single one locks the safe for good.'
  const spare = owners - threshold + 1
  return `Any ${threshold} of these ${owners} keys can move everything. Losing ${spare} of them locks the safe for good.`
}
