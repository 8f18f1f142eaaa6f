import { darkTheme } from '@rainbow-me/rainbowkit'
import { tokens } from '../ui/tokens.js'

const base = darkTheme({
  accentColor: 'white',
  accentColorForeground: 'black',
  borderRadius: 'large',
  fontStack: 'system',
  overlayBlur: 'none',
})

const { dark } = tokens

/**
 * The modal is dark in both of our schemes: on RainbowKit's light theme the
 * white accent makes "Installed" and "Confirmed" unreadable. Values must not
 * contain any of `:;{}</>`, RainbowKit drops these characters.
 */
export const walletTheme = {
  ...base,
  colors: {
    ...base.colors,
    modalBackground: dark.sheet,
    modalBackdrop: 'rgba(0, 0, 0, .6)',
    modalBorder: dark.hair,
    generalBorder: dark.hair,
    modalText: dark.ink,
    modalTextSecondary: dark['ink-2'],
    modalTextDim: dark['ink-3'],
    closeButtonBackground: dark.raised,
    profileForeground: dark.sheet,
    profileAction: dark.raised,
    profileActionHover: dark.hair,
    menuItemBackground: dark.raised,
    error: dark.danger,
    standby: dark.warn,
    connectionIndicator: dark.ok,
  },
  shadows: {
    connectButton: 'none',
    dialog: dark.shadow,
    profileDetailsAction: 'none',
    selectedOption: 'none',
    selectedWallet: 'none',
    walletLogo: 'none',
  },
}
