import { registerHooks } from 'node:module'

// As on a machine for which nobody made a binary of what `NO_BINARIES` names.
const missing = new RegExp(process.env['NO_BINARIES'] ?? '^$')

registerHooks({
  resolve: (specifier, context, next) => {
    if (!missing.test(specifier)) return next(specifier, context)
    throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' })
  },
})
