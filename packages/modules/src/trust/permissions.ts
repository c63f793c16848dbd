import type { Permissions } from '@datacortex/plugin'

export const noPermissions: Permissions = { network: [], writes: [], reads: [], env: [], commands: [] }

/** What a module wants beyond what it was granted; undefined if that is nothing. */
export function widenedPermissions(wanted: Permissions, granted: Permissions): Permissions | undefined {
  const widened = permissionsOf(wanted, (kind, permission) => !granted[kind].includes(permission))
  return Object.values(widened).some((permissions) => permissions.length > 0) ? widened : undefined
}

export function commonPermissions(wanted: Permissions, granted: Permissions): Permissions {
  return permissionsOf(wanted, (kind, permission) => granted[kind].includes(permission))
}

function permissionsOf(wanted: Permissions, keeps: (kind: keyof Permissions, permission: string) => boolean) {
  const of = (kind: keyof Permissions): readonly string[] => wanted[kind].filter((one) => keeps(kind, one))
  return { network: of('network'), writes: of('writes'), reads: of('reads'), env: of('env'), commands: of('commands') }
}
