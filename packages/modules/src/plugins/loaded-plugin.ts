import type { PluginKind, PluginKinds } from '@datacortex/plugin'

/** A started plugin. Dispose it when it is no longer needed. */
export type LoadedPlugin = AsyncDisposable &
  {
    [Kind in PluginKind]: { readonly name: string; readonly kind: Kind; readonly started: PluginKinds[Kind] }
  }[PluginKind]
