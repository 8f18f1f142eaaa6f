import { createTheme, mergeThemeOverrides } from '@mantine/core'
import button from './button.module.css'
import input from './input.module.css'
import inputWrapper from './inputWrapper.module.css'
import segmentedControl from './segmentedControl.module.css'
import switchKnob from './switch.module.css'
import { themeVariables } from './themeVariables.js'

/** The design language, with what each component looks like. */
export const theme = mergeThemeOverrides(
  themeVariables,
  createTheme({
    components: {
      Button: {
        defaultProps: { radius: 'xl', size: 'md', classNames: button },
      },
      ActionIcon: { defaultProps: { radius: 'xl' } },
      Badge: { defaultProps: { radius: 'xl' } },
      Pill: { defaultProps: { radius: 'xl' } },
      SegmentedControl: {
        defaultProps: { radius: 'xl', classNames: segmentedControl },
      },
      Input: { classNames: input, defaultProps: { size: 'md' } },
      InputWrapper: { classNames: inputWrapper, defaultProps: { size: 'md' } },
      Switch: {
        classNames: switchKnob,
        defaultProps: { size: 'md', withThumbIndicator: false },
      },
      Paper: { defaultProps: { radius: 'lg' } },
      Modal: {
        defaultProps: {
          radius: 'lg',
          overlayProps: { blur: 0, backgroundOpacity: 0.6 },
        },
      },
      Drawer: { defaultProps: { radius: 'lg' } },
      Menu: { defaultProps: { radius: 'lg', shadow: 'xl' } },
      Table: { defaultProps: { withRowBorders: true, verticalSpacing: 'md' } },
      Skeleton: { defaultProps: { radius: 'sm' } },
      Tooltip: { defaultProps: { withArrow: false } },
      Notification: { defaultProps: { radius: 'md' } },
    },
  }),
)
