import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** A button that leads to a page, and is a link to whoever opens it elsewhere. */
export const LinkButton = createLink(
  (
    props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>,
  ) => <Button component="a" {...props} />,
)
