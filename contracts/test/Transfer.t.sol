// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

import {IdentityRegistry} from "../src/IdentityRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";
import {Receiver, Refuser} from "./Wallets.sol";

contract TransferTest is RegistryTest {
    // Covers: IdentityRegistry.transferFrom(address,address,uint256)
    function test_clearsTheWalletAndKeepsTheRest() public {
        vm.prank(ALICE);
        identity.register("ipfs://cid");
        vm.prank(ALICE);
        identity.setMetadata(0, "agentName", "Atlas");
        vm.expectEmit(address(identity));
        emit IdentityRegistry.MetadataSet(0, "agentWallet", "agentWallet", "");
        vm.expectEmit(address(identity));
        emit IERC721.Transfer(ALICE, BOB, 0);
        vm.prank(ALICE);
        identity.transferFrom(ALICE, BOB, 0);
        vm.assertEq(identity.ownerOf(0), BOB);
        vm.assertEq(identity.getAgentWallet(0), address(0));
        vm.assertEq(identity.tokenURI(0), "ipfs://cid");
        vm.assertEq(identity.getMetadata(0, "agentName"), "Atlas");
    }

    // Covers: IdentityRegistry.safeTransferFrom(address,address,uint256)
    // Covers: IdentityRegistry.safeTransferFrom(address,address,uint256,bytes)
    function test_clearsTheWalletOnEveryPath() public {
        for (uint256 agentId = 0; agentId < 3; agentId++) {
            registerAs(ALICE);
        }
        vm.prank(ALICE);
        identity.approve(CAROL, 0);
        vm.prank(CAROL);
        identity.transferFrom(ALICE, BOB, 0);
        vm.prank(ALICE);
        identity.safeTransferFrom(ALICE, BOB, 1);
        vm.prank(ALICE);
        identity.setApprovalForAll(CAROL, true);
        vm.prank(CAROL);
        identity.safeTransferFrom(ALICE, ALICE, 2, "to herself");
        for (uint256 agentId = 0; agentId < 3; agentId++) {
            vm.assertEq(identity.getAgentWallet(agentId), address(0));
        }
    }

    function test_refusesTransfersByOthers() public {
        registerAs(ALICE);
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", BOB, 0));
        vm.prank(BOB);
        identity.transferFrom(ALICE, BOB, 0);
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", address(0)));
        vm.prank(ALICE);
        identity.transferFrom(ALICE, address(0), 0);
        vm.assertEq(identity.getAgentWallet(0), ALICE);
    }

    function test_endsApprovalWithOwnership() public {
        registerAs(ALICE);
        vm.prank(ALICE);
        identity.approve(CAROL, 0);
        vm.prank(ALICE);
        identity.transferFrom(ALICE, BOB, 0);
        vm.assertEq(identity.isAuthorizedOrOwner(CAROL, 0), false);
        vm.assertEq(identity.isAuthorizedOrOwner(ALICE, 0), false);
    }

    function test_givesNoAgentToAContractThatWantsNone() public {
        Refuser refuser = new Refuser();
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", refuser));
        refuser.registerAt(identity);
        // Nothing of the attempt is left.
        vm.assertEq(registerAs(ALICE), 0);
    }

    function test_tellsAContractOfACompleteAgent() public {
        for (uint256 form = 0; form < 3; form++) {
            Receiver receiver = new Receiver(identity, address(0), 0);
            vm.assertEq(receiver.register(form), form);
            vm.assertEq(receiver.uriWhenTold(), form == 0 ? "" : "ipfs://cid");
            vm.assertEq(receiver.walletWhenTold(), address(receiver));
            vm.assertEq(receiver.nameWhenTold(), form == 2 ? bytes("Atlas") : bytes(""));
        }
    }

    function test_leavesNothingToAReceiverThatPassesTheAgentOn() public {
        Receiver receiver = new Receiver(identity, BOB, 0);
        receiver.register(2);
        vm.assertEq(identity.ownerOf(0), BOB);
        vm.assertEq(identity.getAgentWallet(0), address(0));
    }

    function test_countsRightWhenCalledBackInTheMiddle() public {
        Receiver receiver = new Receiver(identity, address(0), 3);
        vm.assertEq(receiver.register(2), 0);
        vm.assertEq(identity.balanceOf(address(receiver)), 4);
        vm.assertEq(registerAs(ALICE), 4);
    }
}
