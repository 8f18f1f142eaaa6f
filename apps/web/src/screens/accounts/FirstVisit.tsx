import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { addDemoContacts } from '../../wallet/demo/demoContacts.js'
import classes from './FirstVisit.module.css'

/** What this is, and where to begin, for those who are here the first time. */
export function FirstVisit() {
  return (
    <section className={classes.visit} aria-label="Get started">
      <p className={classes.what}>
        Covault is for wallets that several people own together: the owners
        choose how many of them must sign.
      </p>
      <ul className={classes.doors}>
        <LoadDoor />
        <li>
          <Link to={paths.createSafe} className={classes.door}>
            <Title>Create a safe</Title>
            <span className={classes.note}>
              Choose the owners and how many of them must sign.
            </span>
          </Link>
        </li>
        <DemoDoor />
      </ul>
    </section>
  )
}

/** Where there is one network only, it needs no choice. */
function LoadDoor() {
  const { chains } = useAppConfig()
  const only = chains.length === 1 ? chains[0] : undefined
  return (
    <li>
      <Link
        to={paths.loadSafe}
        search={only ? { chain: only.shortName } : {}}
        className={classes.door}
      >
        <Title>Load a safe</Title>
        <span className={classes.note}>
          {only
            ? `Enter the address of a safe on ${only.name}.`
            : 'Enter the address of a safe that already exists.'}
        </span>
      </Link>
    </li>
  )
}

function DemoDoor() {
  const { demo, chains } = useAppConfig()
  const [first] = demo?.safes ?? []
  const chain = chains.find(({ chainId }) => chainId === first?.chainId)
  if (!first || !chain) return null
  return (
    <li>
      <Link
        to={paths.home}
        search={toSafeSearch({ chain, address: first.address })}
        className={classes.door}
        onClick={addDemoContacts}
      >
        <Title>Try the demo</Title>
        <span className={classes.note}>
          Sign and pay with play money on {chain.name}. The demo adds names for
          its accounts to your address book.
        </span>
      </Link>
    </li>
  )
}

function Title({ children }: { children: string }) {
  return (
    <b className={classes.title}>
      {children}
      <IconArrowRight size={16} stroke={1.75} aria-hidden="true" />
    </b>
  )
}
