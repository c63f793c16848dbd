// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IdentityRegistry} from "../src/IdentityRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";
import {AgreeingWallet, FailingWallet} from "./Wallets.sol";

contract AgentWalletTest is RegistryTest {
    uint256 private constant KEY = 0xC0FFEE;
    /// @dev Upper half of the curve's order: the other signature of the same digest.
    uint256 private constant ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    address private wallet;
    uint256 private deadline;

    function setUp() public override {
        super.setUp();
        registerAs(ALICE);
        wallet = vm.addr(KEY);
        deadline = block.timestamp + 240;
    }

    // Covers: IdentityRegistry.setAgentWallet(uint256,address,uint256,bytes)
    // Covers: IdentityRegistry.getAgentWallet(uint256)
    function test_takesAWalletThatSigned() public {
        vm.expectEmit(address(identity));
        emit IdentityRegistry.MetadataSet(0, "agentWallet", "agentWallet", abi.encodePacked(wallet));
        set(ALICE, sign(KEY, walletDigest(0, wallet, ALICE, deadline)));
        vm.assertEq(identity.getAgentWallet(0), wallet);
    }

    function test_letsAnOperatorSubmitOverTheOwner() public {
        vm.prank(ALICE);
        identity.setApprovalForAll(BOB, true);
        set(BOB, sign(KEY, walletDigest(0, wallet, ALICE, deadline)));
        vm.assertEq(identity.getAgentWallet(0), wallet);
        bytes memory overTheOperator = sign(KEY, walletDigest(0, wallet, BOB, deadline));
        expectMessage("invalid wallet sig");
        set(BOB, overTheOperator);
    }

    // Covers: IdentityRegistry.eip712Domain()
    function test_tellsTheDomainItChecks() public view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address verifier,,) =
            identity.eip712Domain();
        vm.assertEq(bytes32(fields), bytes32(bytes1(0x0f)));
        vm.assertEq(name, "ERC8004IdentityRegistry");
        vm.assertEq(version, "1");
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(verifier, address(identity));
    }

    function test_takesAContractThatAgrees() public {
        // The address is in the digest, so it is known first.
        address contractWallet = address(0xC0DE);
        AgreeingWallet agreeing = new AgreeingWallet(walletDigest(0, contractWallet, ALICE, deadline));
        vm.etch(contractWallet, address(agreeing).code);
        vm.prank(ALICE);
        identity.setAgentWallet(0, contractWallet, deadline, "agreed");
        vm.assertEq(identity.getAgentWallet(0), contractWallet);
        expectMessage("invalid wallet sig");
        vm.prank(ALICE);
        identity.setAgentWallet(0, contractWallet, deadline, "disagreed");
    }

    function test_takesTheKeyOfAnAccountWithDelegatedCode() public {
        vm.etch(wallet, abi.encodePacked(hex"ef0100", address(new FailingWallet())));
        set(ALICE, sign(KEY, walletDigest(0, wallet, ALICE, deadline)));
        vm.assertEq(identity.getAgentWallet(0), wallet);
    }

    function test_refusesAContractThatFails() public {
        address failing = address(new FailingWallet());
        expectMessage("invalid wallet sig");
        vm.prank(ALICE);
        identity.setAgentWallet(0, failing, deadline, "agreed");
    }

    function test_refusesNoWallet() public {
        expectMessage("bad wallet");
        vm.prank(ALICE);
        identity.setAgentWallet(0, address(0), deadline, "");
    }

    function test_keepsToTheDeadline() public {
        deadline = block.timestamp - 1;
        bytes memory late = sign(KEY, walletDigest(0, wallet, ALICE, deadline));
        expectMessage("expired");
        set(ALICE, late);

        deadline = block.timestamp + 301;
        bytes memory early = sign(KEY, walletDigest(0, wallet, ALICE, deadline));
        expectMessage("deadline too far");
        set(ALICE, early);

        deadline = block.timestamp;
        set(ALICE, sign(KEY, walletDigest(0, wallet, ALICE, deadline)));
        deadline = block.timestamp + 300;
        set(ALICE, sign(KEY, walletDigest(0, wallet, ALICE, deadline)));
    }

    function test_refusesTheOtherFormOfASignature() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, walletDigest(0, wallet, ALICE, deadline));
        bytes memory other = abi.encodePacked(r, bytes32(ORDER - uint256(s)), v == 27 ? 28 : 27);
        expectMessage("invalid wallet sig");
        set(ALICE, other);
    }

    function test_bindsTheSignatureToTheOwnerOfNow() public {
        bytes memory signature = sign(KEY, walletDigest(0, wallet, ALICE, deadline));
        vm.prank(ALICE);
        identity.transferFrom(ALICE, BOB, 0);
        expectMessage("invalid wallet sig");
        set(BOB, signature);
    }

    // Covers: IdentityRegistry.unsetAgentWallet(uint256)
    function test_takesTheWalletAway() public {
        vm.expectEmit(address(identity));
        emit IdentityRegistry.MetadataSet(0, "agentWallet", "agentWallet", "");
        vm.prank(ALICE);
        identity.unsetAgentWallet(0);
        vm.assertEq(identity.getAgentWallet(0), address(0));
    }

    function testFuzz_refusesEveryOtherSigner(uint256 key) public {
        key = between(key, 1, ORDER - 1);
        vm.assume(key != KEY);
        bytes memory signature = sign(key, walletDigest(0, wallet, ALICE, deadline));
        expectMessage("invalid wallet sig");
        set(ALICE, signature);
    }

    function testFuzz_refusesEveryOtherBytes(bytes calldata signature) public {
        vm.assume(keccak256(signature) != keccak256(sign(KEY, walletDigest(0, wallet, ALICE, deadline))));
        expectMessage("invalid wallet sig");
        set(ALICE, signature);
    }

    function testFuzz_refusesEveryOtherStatement(uint256 agentId, address signed, address owner, uint256 until) public {
        vm.assume(agentId != 0 || signed != wallet || owner != ALICE || until != deadline);
        bytes memory signature = sign(KEY, walletDigest(agentId, signed, owner, until));
        expectMessage("invalid wallet sig");
        set(ALICE, signature);
    }

    function set(address sender, bytes memory signature) private {
        vm.prank(sender);
        identity.setAgentWallet(0, wallet, deadline, signature);
    }
}
