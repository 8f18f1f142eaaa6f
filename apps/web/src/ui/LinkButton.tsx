import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/**
 * A button that leads to a page, and is a link to anyone who opens it
 * elsewhere.
 */
export const LinkButton = createLink(
  (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
    <Button component="a" {...props} />
  ),
)
