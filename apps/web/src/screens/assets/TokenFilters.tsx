import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import { tokenPreferences } from '../../preferences/tokens.js'
import { fiatCodesQuery } from '../../queries/balances.js'
import { Chip } from '../../ui/Chip.js'
import classes from './TokensScreen.module.css'

/** Tokens to show are listed and what their value is counted in. */
export function TokenFilters() {
  const chosen = usePreference(tokenPreferences)
  const look = usePreference(appearance)
  const { data: codes = [] } = useQuery(fiatCodesQuery)
  const currencies = [...new Set([look.currency, ...codes])]
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label="Tokens to show"
        withItemsBorders={false}
        value={chosen.trustedOnly ? 'trusted' : 'all'}
        onChange={(value) =>
          tokenPreferences.write({
            ...chosen,
            trustedOnly: value === 'trusted',
          })
        }
        data={[
          { value: 'trusted', label: 'Trusted' },
          { value: 'all', label: 'All' },
        ]}
      />
      <Chip
        isSelected={chosen.hideDust}
        onClick={() =>
          tokenPreferences.write({ ...chosen, hideDust: !chosen.hideDust })
        }
      >
        Hide small balances
      </Chip>
      <NativeSelect
        aria-label="Currency"
        className={classes.currency}
        size="sm"
        value={look.currency}
        onChange={(event) =>
          appearance.write({ ...look, currency: event.target.value })
        }
        data={currencies.map((code) => ({
          value: code,
          label: code.toUpperCase(),
        }))}
      />
    </div>
  )
}
