/** Tests that may be skipped, and why. Any other skip fails the run. */
export const allowedSkips = [
  {
    test: 'runs as an ordinary user',
    why: 'we are one already, or the checkout is closed to others',
  },
  {
    test: 'no cell of an export is a formula',
    why: 'it asks LibreOffice, which is not installed everywhere',
  },
  {
    test: 'behind a proxy',
    why: 'it asks nginx and Caddy, which are not installed everywhere',
  },
  {
    test: 'random failovers',
    why: 'they ask PgBouncer, which is not installed everywhere',
  },
  {
    test: 'the release before a migration works beside',
    why: 'it asks the history of the sources, which not every checkout has',
  },
  {
    test: 'release pass while the',
    why: 'they ask the history of the sources, which not every checkout has',
  },
  {
    test: 'zbarimg reads the codes',
    why: 'it asks zbar-tools, which cannot be installed everywhere',
  },
]
