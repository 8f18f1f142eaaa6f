import { IconHome } from '@tabler/icons-react'
import { paths } from '../lib/paths.js'

/** What the navigation leads to; a page is listed once it exists. */
export const pages = [
  { path: paths.accounts, title: 'Accounts', Icon: IconHome },
] as const
