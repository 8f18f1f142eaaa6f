import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './ActionButton.module.css'

/** A link that looks like the buttons beside it. */
export const ActionLink = createLink(
  ({ label, href, ...rest }: { label: string } & ComponentProps<'a'>) => (
    <a
      {...rest}
      href={href}
      className={classes.action}
      aria-label={label}
      title={label}
    />
  ),
)
