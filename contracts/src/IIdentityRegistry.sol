// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title What the other registries ask the identity registry
interface IIdentityRegistry {
    /// @notice Whether `spender` owns the agent, is an operator of its owner, or is approved for it.
    /// @dev Reverts for an agent that does not exist.
    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool);
}
