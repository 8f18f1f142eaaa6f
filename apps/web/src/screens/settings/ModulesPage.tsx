import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { CodeName } from '../../components/CodeName.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { type FlowName, openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { contractsQuery } from '../../trust/contracts.js'
import { ActionLink } from '../../ui/ActionLink.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Status } from '../../ui/Status.js'
import { writeModulePower } from '../../understand/tell/modulePower.js'
import { ChangeButton } from './ChangeButton.js'
import { useChangeReason } from './changeReason.js'
import classes from './ModulesPage.module.css'
import settings from './SettingsScreen.module.css'

export function ModulesPage() {
  return <SafeGate>{(open) => <Modules open={open} />}</SafeGate>
}

function Modules({ open: { chain, safe, provenance } }: { open: OpenSafe }) {
  const reason = useChangeReason()
  if (!safe || !provenance)
    return (
      <Section isBusy title="Modules">
        <div className={classes.module}>
          <SkeletonBar width={360} />
        </div>
      </Section>
    )
  const { modules, hasMoreModules, guard, moduleGuard, fallbackHandler } = safe
  return (
    <>
      <Section
        className={settings.section}
        title="Modules"
        note={<Power chain={chain} modules={modules} />}
        end={<ProvenanceMark of={provenance} />}
      >
        {modules.length === 0 && (
          <p className={settings.text}>
            None. Nothing leaves this safe without its owners’ signatures.
          </p>
        )}
        <ul>
          {modules.map((module) => (
            <li key={module} className={classes.module}>
              <CodeName chain={chain} address={module} />
              {!reason && <DisableLink module={module} />}
            </li>
          ))}
        </ul>
        {hasMoreModules && (
          <p className={settings.text}>
            Only the first {modules.length} modules are shown. This safe has
            unusually many.
          </p>
        )}
        <div className={classes.change}>
          <ChangeButton reason={reason} search={openFlow('modules')}>
            Change modules
          </ChangeButton>
        </div>
      </Section>
      <Section
        className={settings.section}
        title="Guard and fallback handler"
        note="a guard can block transactions; a fallback handler is an extra contract that answers calls which the safe itself can’t, such as checking a signature"
        end={<ProvenanceMark of={provenance} />}
      >
        <Slot
          chain={chain}
          name="Guard"
          contract={guard}
          none="None. The owners’ signatures are enough."
          flow="guard"
          reason={reason}
        />
        {moduleGuard !== undefined && (
          <Slot
            chain={chain}
            name="Module guard"
            contract={moduleGuard}
            none="None. Enabled modules can do whatever their code allows."
            flow="module-guard"
            reason={reason}
          />
        )}
        <Slot
          chain={chain}
          name="Fallback handler"
          contract={fallbackHandler}
          none="None. The safe can’t sign messages for apps."
          flow="fallback-handler"
          reason={reason}
        />
      </Section>
    </>
  )
}

/** What the modules can do, by what their code is. */
function Power({
  chain,
  modules,
}: {
  chain: ChainConfig
  modules: readonly Address[]
}) {
  const { data } = useQuery({
    ...contractsQuery(chain, modules),
    enabled: modules.length > 0,
  })
  const words = writeModulePower(chain.chainId, data)
  return modules.length > 0 ? <Status kind="warn">{words}</Status> : words
}

/** A place that holds one contract or none, and the way to change it. */
function Slot({
  chain,
  name,
  contract,
  none,
  flow,
  reason,
}: {
  chain: ChainConfig
  name: string
  contract: Address | null
  none: string
  flow: FlowName
  reason: string | undefined
}) {
  return (
    <div className={classes.slot}>
      <h3 className={classes.name}>{name}</h3>
      {contract ? (
        <CodeName chain={chain} address={contract} />
      ) : (
        <p className={classes.none}>{none}</p>
      )}
      <ChangeButton reason={reason} isRepeated search={openFlow(flow)}>
        Change {name.toLowerCase()}
      </ChangeButton>
    </div>
  )
}

function DisableLink({ module }: { module: Address }) {
  const label = `Disable ${formatAddress(module, { digits: 4 })}`
  return (
    <ActionLink
      to="."
      search={openFlow('modules', { id: `disable:${module}` })}
      label={label}
    >
      <IconX size={18} stroke={1.75} aria-hidden="true" />
    </ActionLink>
  )
}
