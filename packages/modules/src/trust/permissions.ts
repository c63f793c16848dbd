import type { Permissions } from '@datacortex/plugin'

export const noPermissions: Permissions = { network: [], writes: [], reads: [], env: [], commands: [] }

/** What a module wants beyond what it was granted; undefined if that is nothing. */
export function widenedPermissions(wanted: Permissions, granted: Permissions): Permissions | undefined {
  const beyond = (kind: keyof Permissions): readonly string[] =>
    wanted[kind].filter((permission) => !granted[kind].includes(permission))
  const widened = {
    network: beyond('network'),
    writes: beyond('writes'),
    reads: beyond('reads'),
    env: beyond('env'),
    commands: beyond('commands'),
  }
  return Object.values(widened).some((permissions) => permissions.length > 0) ? widened : undefined
}

export function commonPermissions(wanted: Permissions, granted: Permissions): Permissions {
  const both = (kind: keyof Permissions): readonly string[] =>
    wanted[kind].filter((permission) => granted[kind].includes(permission))
  return {
    network: both('network'),
    writes: both('writes'),
    reads: both('reads'),
    env: both('env'),
    commands: both('commands'),
  }
}
