// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

/// @title The address of a registry
/// @notice Keeps the storage of a registry and runs the code of its implementation.
contract RegistryProxy is ERC1967Proxy {
    constructor(address implementation, bytes memory initialisation) ERC1967Proxy(implementation, initialisation) {}
}
