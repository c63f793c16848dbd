import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "approveCommand",
      "approveModule",
      "checkModuleCommand",
      "checkModuleTrust",
      "discoverModules",
      "emitHook",
      "examineCatalogue",
      "examineModule",
      "examinePlan",
      "grantedBy",
      "hasCommandApproval",
      "hasModuleApproval",
      "installModule",
      "isCodeAsked",
      "isCommandApproved",
      "isModuleApproved",
      "loadPlugin",
      "moduleCommand",
      "moduleError",
      "namedHosts",
      "onlyCopy",
      "openSubAgents",
      "packageCode",
      "planModuleInstall",
      "readAgentsToFind",
      "readCatalogue",
      "refuseBrokenCode",
      "removeModule",
      "revokeCommand",
      "revokeModule",
      "subAgentSettings",
      "syncModules",
    ]
  `)
})
