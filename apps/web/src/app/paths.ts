/** Every address inside the app is written here and nowhere else. */
export const paths = {
  root: '/',
  accounts: '/welcome/accounts',
} as const
