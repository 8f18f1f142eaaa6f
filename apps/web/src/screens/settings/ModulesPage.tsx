import { fallbackHandlers, findDeploymentByAddress } from '@covault/protocol'
import { AddressName } from '../../components/AddressName.js'
import { ChainProvenance } from '../../components/ChainProvenance.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { SectionHead } from '../../ui/SectionHead.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Facts } from './Facts.js'
import classes from './SettingsScreen.module.css'

export function ModulesPage() {
  return <SafeGate>{(open) => <Modules open={open} />}</SafeGate>
}

function Modules({ open: { chain, safe, block } }: { open: OpenSafe }) {
  if (!safe || block === undefined)
    return (
      <section aria-labelledby="modules" aria-busy="true">
        <SectionHead id="modules" title="Modules" />
        <div className={classes.owner}>
          <SkeletonBar width={360} />
        </div>
      </section>
    )
  const { modules, hasMoreModules, guard, fallbackHandler } = safe
  const handler =
    fallbackHandler &&
    findDeploymentByAddress(fallbackHandlers, fallbackHandler)
  return (
    <>
      <section aria-labelledby="modules" className={classes.section}>
        <SectionHead
          id="modules"
          title="Modules"
          note="can move everything without a signature"
          end={<ChainProvenance block={block} />}
        />
        {modules.length === 0 && (
          <p className={classes.text}>
            None. Nothing leaves this safe without its owners.
          </p>
        )}
        <ul>
          {modules.map((module) => (
            <li key={module} className={classes.owner}>
              <AddressName chain={chain} address={module} isFull />
            </li>
          ))}
        </ul>
        {hasMoreModules && (
          <p className={classes.text}>
            There are more than these {modules.length}, which is not usual.
          </p>
        )}
      </section>
      <section aria-labelledby="guard" className={classes.section}>
        <SectionHead
          id="guard"
          title="Guard and fallback handler"
          note="a guard can stop transactions, a handler answers for the safe"
        />
        <Facts
          block={block}
          facts={[
            { name: 'Guard', value: guard ?? 'None' },
            {
              name: 'Fallback handler',
              value: fallbackHandler
                ? `${fallbackHandler}, ${handler ? 'published' : 'not a published one'}`
                : 'None',
            },
          ]}
        />
      </section>
    </>
  )
}
