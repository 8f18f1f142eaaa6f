import {
  IconDatabase,
  IconPalette,
  IconPlug,
  IconPuzzle,
  IconServer,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react'
import { paths } from '../../lib/paths.js'

/** The settings in their order; those of a safe need one to be about. */
export const settingsPages = [
  { path: paths.setup, title: 'Setup', Icon: IconUsers, ofSafe: true },
  { path: paths.modules, title: 'Modules', Icon: IconPlug, ofSafe: true },
  {
    path: paths.appearance,
    title: 'Appearance',
    Icon: IconPalette,
    ofSafe: false,
  },
  { path: paths.safeApps, title: 'Safe apps', Icon: IconPuzzle, ofSafe: false },
  { path: paths.data, title: 'Data', Icon: IconDatabase, ofSafe: false },
  {
    path: paths.environment,
    title: 'Environment',
    Icon: IconServer,
    ofSafe: false,
  },
  {
    path: paths.security,
    title: 'Security',
    Icon: IconShieldCheck,
    ofSafe: false,
  },
] as const
