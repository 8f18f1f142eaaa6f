export const signatures: Readonly<Record<string, readonly string[]>> = {}
