// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";

import {IdentityRegistry} from "../src/IdentityRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";

contract IdentityRegistryTest is RegistryTest {
    // Covers: IdentityRegistry.name(), IdentityRegistry.symbol(), IdentityRegistry.getVersion()
    function test_tellsWhatItIs() public view {
        vm.assertEq(identity.name(), "AgentIdentity");
        vm.assertEq(identity.symbol(), "AGENT");
        vm.assertEq(identity.getVersion(), "2.0.0");
    }

    // Covers: IdentityRegistry.supportsInterface(bytes4)
    function test_supportsTheInterfacesOfTheStandardOnly() public view {
        bytes4[4] memory supported = [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0x49064906];
        for (uint256 i = 0; i < supported.length; i++) {
            vm.assertTrue(identity.supportsInterface(supported[i]));
        }
        vm.assertEq(identity.supportsInterface(0x780e9d63), false);
        vm.assertEq(identity.supportsInterface(0xffffffff), false);
    }

    // Covers: IdentityRegistry.register(), IdentityRegistry.Registered(uint256,string,address)
    function test_registersWithoutAFile() public {
        expectTransfer(address(0), ALICE, 0);
        expectRegistered(0, "", ALICE);
        expectMetadata(0, "agentWallet", abi.encodePacked(ALICE));
        vm.recordLogs();
        vm.assertEq(registerAs(ALICE), 0);
        vm.assertEq(vm.getRecordedLogs().length, 3);
        vm.assertEq(identity.ownerOf(0), ALICE);
        vm.assertEq(identity.tokenURI(0), "");
        vm.assertEq(identity.getAgentWallet(0), ALICE);
    }

    // Covers: IdentityRegistry.register(string), IdentityRegistry.tokenURI(uint256)
    // Covers: IdentityRegistry.Transfer(address,address,uint256), IdentityRegistry.MetadataUpdate(uint256)
    function test_registersWithAFile() public {
        expectTransfer(address(0), ALICE, 0);
        expectUpdate(0);
        expectRegistered(0, "ipfs://cid", ALICE);
        expectMetadata(0, "agentWallet", abi.encodePacked(ALICE));
        vm.recordLogs();
        vm.prank(ALICE);
        vm.assertEq(identity.register("ipfs://cid"), 0);
        vm.assertEq(vm.getRecordedLogs().length, 4);
        vm.assertEq(identity.tokenURI(0), "ipfs://cid");
    }

    // Covers: IdentityRegistry.register(string,(string,bytes)[])
    // Covers: IdentityRegistry.MetadataSet(uint256,string,string,bytes)
    function test_registersWithMetadata() public {
        IdentityRegistry.MetadataEntry[] memory metadata = new IdentityRegistry.MetadataEntry[](3);
        metadata[0] = IdentityRegistry.MetadataEntry("agentName", "Atlas");
        metadata[1] = IdentityRegistry.MetadataEntry("empty", "");
        metadata[2] = IdentityRegistry.MetadataEntry("agentName", "Boreas");
        expectTransfer(address(0), ALICE, 0);
        expectUpdate(0);
        expectRegistered(0, "https://a.example/agent.json", ALICE);
        expectMetadata(0, "agentWallet", abi.encodePacked(ALICE));
        expectMetadata(0, "agentName", "Atlas");
        expectMetadata(0, "empty", "");
        expectMetadata(0, "agentName", "Boreas");
        vm.recordLogs();
        vm.prank(ALICE);
        identity.register("https://a.example/agent.json", metadata);
        vm.assertEq(vm.getRecordedLogs().length, 7);
        vm.assertEq(identity.getMetadata(0, "agentName"), "Boreas");
        vm.assertEq(identity.getMetadata(0, "empty"), "");
    }

    function test_refusesTheReservedKeyInEveryPlace() public {
        IdentityRegistry.MetadataEntry[] memory metadata = new IdentityRegistry.MetadataEntry[](2);
        metadata[0] = IdentityRegistry.MetadataEntry("agentName", "Atlas");
        metadata[1] = IdentityRegistry.MetadataEntry("agentWallet", abi.encodePacked(BOB));
        expectMessage("reserved key");
        identity.register("", metadata);

        registerAs(ALICE);
        expectMessage("reserved key");
        vm.prank(ALICE);
        identity.setMetadata(0, "agentWallet", abi.encodePacked(BOB));
        vm.assertEq(identity.getAgentWallet(0), ALICE);
    }

    // Covers: IdentityRegistry.balanceOf(address), IdentityRegistry.ownerOf(uint256)
    function test_countsIdsFromZeroWithoutGaps() public {
        vm.assertEq(registerAs(ALICE), 0);
        vm.assertEq(registerAs(BOB), 1);
        vm.assertEq(registerAs(ALICE), 2);
        vm.assertEq(identity.balanceOf(ALICE), 2);
        vm.assertEq(identity.ownerOf(1), BOB);
        expectNoAgent(3);
        identity.ownerOf(3);
    }

    function test_takesTheSameFileTwice() public {
        identityRegisters(ALICE, "ipfs://same");
        vm.assertEq(identityRegisters(ALICE, "ipfs://same"), 1);
        vm.assertEq(identity.tokenURI(0), identity.tokenURI(1));
    }

    // Covers: IdentityRegistry.setAgentURI(uint256,string), IdentityRegistry.URIUpdated(uint256,string,address)
    function test_movesTheFile() public {
        identityRegisters(ALICE, "ipfs://old");
        vm.prank(ALICE);
        identity.setApprovalForAll(BOB, true);
        expectUpdate(0);
        vm.expectEmit(address(identity));
        emit IdentityRegistry.URIUpdated(0, "ipfs://new", BOB);
        vm.prank(BOB);
        identity.setAgentURI(0, "ipfs://new");
        vm.assertEq(identity.tokenURI(0), "ipfs://new");
    }

    // Covers: IdentityRegistry.setMetadata(uint256,string,bytes), IdentityRegistry.getMetadata(uint256,string)
    function test_setsMetadata() public {
        registerAs(ALICE);
        expectMetadata(0, "agentName", "Atlas");
        vm.prank(ALICE);
        identity.setMetadata(0, "agentName", "Atlas");
        vm.assertEq(identity.getMetadata(0, "agentName"), "Atlas");
        vm.prank(ALICE);
        identity.setMetadata(0, "agentName", "");
        vm.assertEq(identity.getMetadata(0, "agentName"), "");
    }

    function test_tellsTheWalletAsMetadata() public {
        registerAs(ALICE);
        vm.assertEq(identity.getMetadata(0, "agentWallet"), abi.encodePacked(ALICE));
        vm.prank(ALICE);
        identity.unsetAgentWallet(0);
        vm.assertEq(identity.getMetadata(0, "agentWallet"), "");
    }

    function test_answersEmptyAboutAgentsThatDoNotExist() public {
        vm.assertEq(identity.getAgentWallet(7), address(0));
        vm.assertEq(identity.getMetadata(7, "agentWallet"), "");
        vm.assertEq(identity.getMetadata(7, "agentName"), "");
        expectNoAgent(7);
        identity.tokenURI(7);
        expectNoAgent(7);
        identity.setAgentURI(7, "");
        expectNoAgent(7);
        identity.setMetadata(7, "agentName", "");
        expectNoAgent(7);
        identity.unsetAgentWallet(7);
        expectNoAgent(7);
        identity.isAuthorizedOrOwner(ALICE, 7);
    }

    function test_refusesStrangers() public {
        registerAs(ALICE);
        expectMessage("Not authorized");
        identity.setAgentURI(0, "ipfs://mine");
        expectMessage("Not authorized");
        identity.setMetadata(0, "agentName", "mine");
        expectMessage("Not authorized");
        identity.unsetAgentWallet(0);
        expectMessage("Not authorized");
        identity.setAgentWallet(0, address(this), block.timestamp, "");
    }

    // Covers: IdentityRegistry.approve(address,uint256), IdentityRegistry.getApproved(uint256)
    // Covers: IdentityRegistry.setApprovalForAll(address,bool), IdentityRegistry.isApprovedForAll(address,address)
    // Covers: IdentityRegistry.isAuthorizedOrOwner(address,uint256)
    // Covers: IdentityRegistry.Approval(address,address,uint256), IdentityRegistry.ApprovalForAll(address,address,bool)
    function test_trustsWhomTheOwnerTrusts() public {
        registerAs(ALICE);
        registerAs(ALICE);
        vm.expectEmit(address(identity));
        emit IERC721.Approval(ALICE, BOB, 0);
        vm.prank(ALICE);
        identity.approve(BOB, 0);
        vm.expectEmit(address(identity));
        emit IERC721.ApprovalForAll(ALICE, CAROL, true);
        vm.prank(ALICE);
        identity.setApprovalForAll(CAROL, true);

        vm.assertEq(identity.getApproved(0), BOB);
        vm.assertTrue(identity.isApprovedForAll(ALICE, CAROL));
        vm.assertTrue(identity.isAuthorizedOrOwner(ALICE, 0));
        vm.assertTrue(identity.isAuthorizedOrOwner(BOB, 0));
        vm.assertTrue(identity.isAuthorizedOrOwner(CAROL, 0));
        vm.assertEq(identity.isAuthorizedOrOwner(BOB, 1), false);
        vm.assertTrue(identity.isAuthorizedOrOwner(CAROL, 1));
        vm.assertEq(identity.isAuthorizedOrOwner(address(this), 0), false);

        vm.prank(BOB);
        identity.setMetadata(0, "agentName", "Atlas");
        vm.prank(CAROL);
        identity.setAgentURI(1, "ipfs://cid");
        expectMessage("Not authorized");
        vm.prank(BOB);
        identity.setMetadata(1, "agentName", "Atlas");
    }

    function testFuzz_keepsWhatItIsGiven(string calldata uri, string calldata key, bytes calldata value) public {
        vm.assume(keccak256(bytes(key)) != keccak256("agentWallet"));
        uint256 agentId = identityRegisters(ALICE, uri);
        vm.prank(ALICE);
        identity.setMetadata(agentId, key, value);
        vm.assertEq(identity.tokenURI(agentId), uri);
        vm.assertEq(identity.getMetadata(agentId, key), value);
        vm.assertEq(identity.getAgentWallet(agentId), ALICE);
    }

    function testFuzz_letsNoStrangerWrite(address stranger) public {
        vm.assume(stranger != ALICE);
        registerAs(ALICE);
        expectMessage("Not authorized");
        vm.prank(stranger);
        identity.setAgentURI(0, "ipfs://mine");
    }

    function identityRegisters(address owner, string memory uri) private returns (uint256) {
        vm.prank(owner);
        return identity.register(uri);
    }

    function expectTransfer(address from, address to, uint256 agentId) private {
        vm.expectEmit(address(identity));
        emit IERC721.Transfer(from, to, agentId);
    }

    function expectUpdate(uint256 agentId) private {
        vm.expectEmit(address(identity));
        emit IERC4906.MetadataUpdate(agentId);
    }

    function expectRegistered(uint256 agentId, string memory uri, address owner) private {
        vm.expectEmit(address(identity));
        emit IdentityRegistry.Registered(agentId, uri, owner);
    }

    function expectMetadata(uint256 agentId, string memory key, bytes memory value) private {
        vm.expectEmit(address(identity));
        emit IdentityRegistry.MetadataSet(agentId, key, key, value);
    }
}
