export type SpokenRequest = {
  readonly text: string
  readonly voice: string
  /** An empty folder, all that the program sees. */
  readonly folder: string
}

export type SpokenReply = { readonly wave: Uint8Array<ArrayBuffer> } | { readonly reason: string }
