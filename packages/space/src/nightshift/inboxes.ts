/** Where an agent writes at night that names no places. */
export const inboxes: readonly string[] = ['{space}/0-inbox/**', '0-inbox/**']
