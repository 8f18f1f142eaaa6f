// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Refuses everything, in each of the ways a contract can.
contract AlwaysReverts {
    error Refused(address caller, uint256 code);

    function withReason() external pure {
        revert("This contract always reverts");
    }

    function withError() external view {
        revert Refused(msg.sender, 42);
    }

    function withPanic() external pure {
        assert(false);
    }

    function withoutReason() external pure {
        revert();
    }

    receive() external payable {
        revert("This contract takes no money");
    }

    fallback() external payable {
        revert("This contract always reverts");
    }
}
