import {
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconWallet,
} from '@tabler/icons-react'
import { Address } from '../../components/Address.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatPrice } from '../../lib/formatPrice.js'
import { formatCents, formatShare } from '../../lib/money.js'
import { usePreference } from '../../preferences/preference.js'
import { tokenPreferences } from '../../preferences/tokens.js'
import { isAlone } from '../../queries/gateway.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { Figure } from '../../ui/drawn/Figure.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Mark } from '../../ui/Mark.js'
import { Status } from '../../ui/Status.js'
import { showToast } from '../../ui/toasts.js'
import { findExplorerLink } from '../../understand/safe/explorer.js'
import type { Holding } from '../../understand/safe/portfolio.js'
import { usePresentWalletLayer } from '../../wallet/walletLayer.js'
import { describeError } from '../../words/errors.js'
import classes from './TokenTable.module.css'

export function TokenRow({
  chain,
  holding,
  total,
  isCompared,
}: {
  chain: ChainConfig
  holding: Holding
  total: bigint | undefined
  isCompared: boolean
}) {
  const { token, isNative, name, symbol, amount, decimals } = holding
  const { price, cents, isVerified } = holding
  const written = formatAmount(amount, decimals)
  return (
    <tr>
      <th scope="row" className={classes.asset}>
        <Mark address={token} size={32} />
        <span className={classes.lines}>
          <b className={classes.name}>{name || 'Unnamed token'}</b>
          <span className={classes.sub}>
            <span className={classes.symbol}>{symbol}</span>
            {isNative ? (
              'Native currency'
            ) : (
              <Address address={token} chain={chain} />
            )}
          </span>
          {isCompared && !isVerified && (
            <Status kind="warn">
              {isAlone ? 'not verified' : 'reported by the gateway'}
            </Status>
          )}
        </span>
      </th>
      <td className={classes.amount}>
        <Figure
          {...written}
          title={`${written.integer}${written.fraction && `.${written.fraction}`} ${symbol}`}
        />
      </td>
      <td className={classes.price}>
        {price === undefined ? (
          <span className={classes.none}>not known</span>
        ) : (
          <Figure {...formatPrice(price)} title={price} />
        )}
      </td>
      <td className={classes.value}>
        {cents !== undefined && <Figure {...formatCents(cents)} />}
      </td>
      <td className={classes.share}>
        {cents !== undefined && total !== undefined && total > 0n && (
          <Share cents={cents} total={total} />
        )}
      </td>
      <td className={classes.actions}>
        <span className={classes.buttons}>
          <ManageActions chain={chain} holding={holding} />
          {amount > 0n && (
            <LinkButton
              to="."
              search={openFlow('send-tokens', { token })}
              variant="default"
              size="xs"
              aria-label={`Send ${symbol}`}
            >
              Send
            </LinkButton>
          )}
        </span>
      </td>
    </tr>
  )
}

function Share({ cents, total }: { cents: bigint; total: bigint }) {
  return (
    <>
      <meter
        className={classes.bar}
        aria-hidden="true"
        min={0}
        max={1000}
        value={Number((cents * 1000n) / total)}
      />
      <span className={classes.percent}>{formatShare(cents, total)}</span>
    </>
  )
}

function ManageActions({
  chain,
  holding: { token, isNative, symbol, decimals },
}: {
  chain: ChainConfig
  holding: Holding
}) {
  const { chainId } = chain
  const wallet = usePresentWalletLayer()
  const chosen = usePreference(tokenPreferences)
  const explorer = findExplorerLink(chain, { address: token })
  if (isNative) return null
  const isHidden = chosen.hidden.some(
    (entry) => entry.chainId === chainId && entry.address === token,
  )
  const toggle = () =>
    tokenPreferences.write({
      ...chosen,
      hidden: isHidden
        ? chosen.hidden.filter(
            (entry) => entry.chainId !== chainId || entry.address !== token,
          )
        : [...chosen.hidden, { chainId, address: token }],
    })
  const watch = async () => {
    try {
      const isAdded = await wallet?.watchAsset({
        address: token,
        symbol,
        decimals,
      })
      if (isAdded)
        showToast({ kind: 'done', text: `${symbol} was added to your wallet.` })
    } catch (error) {
      showToast({ kind: 'error', text: describeError(error) })
    }
  }
  return (
    <>
      <ActionButton
        label={
          wallet
            ? `Add ${symbol} to wallet`
            : `Connect a wallet to add ${symbol} to it`
        }
        disabled={!wallet}
        onClick={() => void watch()}
      >
        <IconWallet size={16} stroke={1.75} aria-hidden="true" />
      </ActionButton>
      {explorer && (
        <a
          className={classes.explorer}
          href={explorer.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${explorer.label}: ${symbol}`}
          title={explorer.label}
        >
          <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
        </a>
      )}
      <ActionButton
        label={isHidden ? `Show ${symbol} again` : `Hide ${symbol}`}
        onClick={toggle}
      >
        {isHidden ? (
          <IconEye size={16} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconEyeOff size={16} stroke={1.75} aria-hidden="true" />
        )}
      </ActionButton>
    </>
  )
}
