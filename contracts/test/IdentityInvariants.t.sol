// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IdentityRegistry} from "../src/IdentityRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";

/// @dev What four people can do in any order, and what should be true of it.
contract IdentityPeople is RegistryTest {
    address[4] public people;
    uint256 public agents;
    mapping(uint256 agentId => address) public owners;
    mapping(uint256 agentId => address) public wallets;
    uint256[4] private _keys = [uint256(11), 12, 13, 14];

    constructor() {
        setUp();
        for (uint256 i = 0; i < 4; i++) {
            people[i] = vm.addr(_keys[i]);
        }
    }

    function registry() external view returns (IdentityRegistry) {
        return identity;
    }

    function register(uint256 who, uint8 form) external {
        address person = people[who % 4];
        vm.prank(person);
        uint256 agentId;
        if (form % 3 == 0) agentId = identity.register();
        else if (form % 3 == 1) agentId = identity.register("ipfs://cid");
        else agentId = identity.register("", new IdentityRegistry.MetadataEntry[](0));
        require(agentId == agents, "id out of order");
        agents++;
        owners[agentId] = person;
        wallets[agentId] = person;
    }

    function transfer(uint256 which, uint256 to, uint8 path) external {
        if (agents == 0) return;
        uint256 agentId = which % agents;
        address from = owners[agentId];
        address receiver = people[to % 4];
        address sender = from;
        if (path % 4 == 1) {
            sender = people[(to % 4 + 1) % 4];
            vm.prank(from);
            identity.approve(sender, agentId);
        } else if (path % 4 == 2) {
            sender = people[(to % 4 + 2) % 4];
            vm.prank(from);
            identity.setApprovalForAll(sender, true);
        }
        vm.prank(sender);
        if (path % 4 == 3) identity.safeTransferFrom(from, receiver, agentId, "data");
        else if (path % 2 == 0) identity.safeTransferFrom(from, receiver, agentId);
        else identity.transferFrom(from, receiver, agentId);
        owners[agentId] = receiver;
        wallets[agentId] = address(0);
    }

    function setWallet(uint256 which, uint256 wallet) external {
        if (agents == 0) return;
        uint256 agentId = which % agents;
        uint256 deadline = block.timestamp + 1 + wallet % 300;
        bytes memory signature =
            sign(_keys[wallet % 4], walletDigest(agentId, people[wallet % 4], owners[agentId], deadline));
        vm.prank(owners[agentId]);
        identity.setAgentWallet(agentId, people[wallet % 4], deadline, signature);
        wallets[agentId] = people[wallet % 4];
    }

    function unsetWallet(uint256 which) external {
        if (agents == 0) return;
        vm.prank(owners[which % agents]);
        identity.unsetAgentWallet(which % agents);
        wallets[which % agents] = address(0);
    }

    /// @dev Of someone whom nobody trusts.
    function stealAndFail(uint256 which) external {
        if (agents == 0) return;
        address thief = address(0xBAD);
        vm.prank(thief);
        try identity.transferFrom(owners[which % agents], thief, which % agents) {
            revert("stolen");
        } catch {}
        vm.prank(thief);
        try identity.unsetAgentWallet(which % agents) {
            revert("unset");
        } catch {}
        vm.prank(thief);
        try identity.setAgentURI(which % agents, "ipfs://mine") {
            revert("moved");
        } catch {}
    }
}

contract IdentityInvariantsTest {
    struct Selectors {
        address addr;
        bytes4[] selectors;
    }

    IdentityPeople private _people;

    function setUp() public {
        _people = new IdentityPeople();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_people);
    }

    /// @dev It is public for the tests that inherit it.
    function excludeSelectors() external view returns (Selectors[] memory excluded) {
        excluded = new Selectors[](1);
        excluded[0].addr = address(_people);
        excluded[0].selectors = new bytes4[](1);
        excluded[0].selectors[0] = RegistryTest.setUp.selector;
    }

    /// @dev One campaign for all: each of them would play the same game again.
    function invariant_identity() public {
        idsHaveNoGaps();
        walletsAreOfTheOwnerOfNow();
    }

    function idsHaveNoGaps() private {
        IdentityRegistry registry = _people.registry();
        uint256 agents = _people.agents();
        uint256 owned;
        for (uint256 i = 0; i < 4; i++) {
            owned += registry.balanceOf(_people.people(i));
        }
        vm.assertEq(owned, agents);
        for (uint256 agentId = 0; agentId < agents; agentId++) {
            vm.assertEq(registry.ownerOf(agentId), _people.owners(agentId));
        }
        vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", agents));
        registry.ownerOf(agents);
    }

    function walletsAreOfTheOwnerOfNow() private view {
        IdentityRegistry registry = _people.registry();
        for (uint256 agentId = 0; agentId < _people.agents(); agentId++) {
            address wallet = _people.wallets(agentId);
            vm.assertEq(registry.getAgentWallet(agentId), wallet);
            bytes memory kept = wallet == address(0) ? bytes("") : abi.encodePacked(wallet);
            vm.assertEq(registry.getMetadata(agentId, "agentWallet"), kept);
        }
    }
}
